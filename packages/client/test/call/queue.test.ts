import { defineScheme, type Entry, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { createClient, type GetResult, type PoolOptions } from "../../src/index.ts";
import { FakeTransport, line, ManualClock, outcome, settled } from "../world.ts";

/** `x-names://host/`: a listing that yields one name for each chunk of the server. */
const names = defineScheme({
  name: "x-names",
  defaultPort: 4000,
  cite: ["x-names"],
  parse: () => ({}),
  format: () => "x-names://h/",
  examples: [],
  access: async () => ({
    async *list(url: Url, context: Context): AsyncGenerator<Entry, void, void> {
      const connection = await context.connect({ host: url.host ?? "", port: 4000 });
      while ((await connection.receive("body")) !== undefined)
        yield { name: "a", kind: "file", url: "x-names://h.example/a" };
    },
  }),
});

/** `x-refer://host/`: gives the body of an x-line URL. */
const refer = defineScheme({
  name: "x-refer",
  cite: ["x-refer"],
  parse: () => ({}),
  format: () => "x-refer://h/",
  examples: [],
  access: async () => ({ get: (_: Url, context: Context) => context.refer!("x-line://h.example/there") }),
});

const LONG = "x".repeat(65 * 1024);

function world(connections: PoolOptions = {}) {
  const [transport, clock] = [new FakeTransport(), new ManualClock()];
  const client = createClient({ schemes: [line, names, refer] as const, transport, clock, connections });
  /** Gets a URL without reading its body, which by default is too long to be read ahead. */
  const begin = async (url = "x-line://h.example/", body = LONG): Promise<GetResult> => {
    const before = transport.connections.length;
    const coming = client.get(url as "x-line:");
    await settled();
    transport.connections[before]!.say("ok\r\n");
    if (body !== "") transport.connections[before]!.say(body);
    const retrieved = await coming;
    await settled();
    return retrieved;
  };
  return { transport, clock, client, begin };
}

describe("a call that waits for a free connection", () => {
  it("fails with busy, and names the host, the limit, and the number of unread bodies", async () => {
    const { client, clock, begin, transport } = world();
    const bodies = [];
    for (let i = 0; i < 6; i++) bodies.push(await begin());
    const seventh = outcome(client.get("x-line://h.example/7"));
    await clock.advance(29_999);
    expect(seventh.is).toBe("waiting");
    await clock.advance(1);
    expect(seventh.is).toMatchObject({
      name: "AccessError",
      code: "busy",
      retryable: true,
      endpoint: "h.example:4000",
      message:
        "no free connection to h.example:4000: 6 of 6 are in use (connections.perServer), 6 of them by responses " +
        "whose body is unread, and none has moved a byte for 30 s (queueTimeout)",
      hint: "read, cancel, or dispose of the bodies of earlier responses, or increase the option connections.perServer",
    });
    expect(transport.connections).toHaveLength(6);
    for (const { body } of bodies) await body.cancel();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("names the limit for all servers, and counts only bodies that wait for their reader", async () => {
    const { client, clock, begin } = world({ total: 3 });
    await begin("x-line://one.example/");
    const begun = (await begin("x-line://two.example/", "")).body.getReader();
    begun.read().catch(() => {});
    client.get("x-line://three.example/").catch(() => {});
    await settled();
    const next = outcome(client.get("x-line://four.example/", { limits: { queueTimeout: 1_500 } }));
    await clock.advance(1_500);
    expect(next.is).toMatchObject({
      code: "busy",
      message: expect.stringMatching(
        /to four\.example:4000: 3 of 3 are in use \(connections\.total\), 1 of them by .* for 1500 ms/,
      ),
      hint: expect.stringContaining("connections.total"),
    });
  });

  it("does not count bodies that are being read, but counts one that its reader abandoned", async () => {
    const { client, clock, begin, transport } = world({ perServer: 1 });
    const reader = (await begin(undefined, "")).body.getReader();
    const options = { limits: { queueTimeout: 10 } };
    reader.read();
    const whileReading = outcome(client.get("x-line://h.example/2", options));
    await clock.advance(10);
    expect(whileReading.is).toMatchObject({
      code: "busy",
      message: expect.not.stringContaining("body"),
      hint: expect.stringContaining("wait for earlier calls to end"),
    });
    transport.connections[0]!.say("some");
    await settled();
    const afterwards = outcome(client.get("x-line://h.example/3", options));
    await clock.advance(10);
    expect(afterwards.is).toMatchObject({ message: expect.stringContaining("1 of them by responses") });
  });

  it("continues to wait while bytes arrive on a blocking connection", async () => {
    const { client, clock, begin, transport } = world({ perServer: 1 });
    const reader = (await begin(undefined, "")).body.getReader();
    const second = outcome(client.get("x-line://h.example/2"));
    for (let i = 0; i < 4; i++) {
      const reading = reader.read();
      await clock.advance(20_000);
      transport.connections[0]!.say("x".repeat(5_000));
      await reading;
    }
    expect(second.is).toBe("waiting");
    await clock.advance(29_999);
    expect(second.is).toBe("waiting");
    await clock.advance(1);
    expect(second.is).toMatchObject({ code: "busy" });
  });

  it("waits for the full timeout, even if other connections were idle before", async () => {
    const { client, clock, begin } = world({ perServer: 1 });
    await begin();
    await clock.advance(100_000);
    const second = outcome(client.get("x-line://h.example/2"));
    await clock.advance(29_999);
    expect(second.is).toBe("waiting");
    await clock.advance(1);
    expect(second.is).toMatchObject({ code: "busy" });
  });

  it("neither counts nor waits for the connections to another server", async () => {
    const { client, clock, begin, transport } = world({ perServer: 1 });
    const other = (await begin("x-line://other.example/", "")).body.getReader();
    await begin();
    const second = outcome(client.get("x-line://h.example/2"));
    other.read();
    await clock.advance(20_000);
    transport.connections[0]!.say("x".repeat(5_000));
    await clock.advance(10_000);
    expect(second.is).toMatchObject({
      code: "busy",
      message: expect.stringContaining(": 1 of 1 are in use"),
    });
  });

  it("proceeds when a slot is free, and leaves no timer", async () => {
    const { client, clock, begin, transport } = world({ perServer: 1 });
    const first = await begin();
    const second = client.get("x-line://h.example/2");
    await clock.advance(20_000);
    await first.body.cancel();
    await settled();
    transport.connections[1]!.say("ok\r\n");
    await (await second).body.cancel();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("waits indefinitely if queueTimeout is Infinity", async () => {
    const { client, clock, begin } = world({ perServer: 1 });
    await begin();
    const before = clock.pending;
    const second = outcome(client.get("x-line://h.example/2", { limits: { queueTimeout: Infinity } }));
    await settled();
    expect(clock.pending).toBe(before);
    await clock.advance(10_000_000);
    expect(second.is).toBe("waiting");
  });

  it("counts a listing that its reader abandoned", async () => {
    const { client, clock, transport } = world({ perServer: 1 });
    const listing = client.list("x-names://h.example/");
    const first = listing.next();
    await settled();
    transport.connections[0]!.say("a");
    await first;
    const second = outcome(client.get("x-line://h.example/2"));
    await clock.advance(30_000);
    expect(second.is).toMatchObject({ code: "busy", message: expect.stringContaining("1 of them by") });
    await listing.return();
    expect(clock.pending).toBe(0);
  });

  it("counts a body of a referral", async () => {
    const { clock, begin, client } = world({ perServer: 1 });
    const first = await begin("x-refer://h.example/");
    const second = outcome(client.get("x-line://h.example/2"));
    await clock.advance(30_000);
    expect(second.is).toMatchObject({ code: "busy", message: expect.stringContaining("1 of them by") });
    await first.body.cancel();
    expect(clock.pending).toBe(0);
  });

  it("names the cause if the deadline expires first", async () => {
    const { client, clock, begin } = world({ perServer: 2 });
    await begin();
    await begin();
    const third = outcome(client.get("x-line://h.example/3", { limits: { deadline: 2_500 } }));
    await clock.advance(2_500);
    expect(third.is).toMatchObject({
      code: "timeout",
      retryable: true,
      message:
        "the whole call timed out after 2500 ms, waiting for a free connection to h.example:4000: 2 of 2 are in use " +
        "(connections.perServer), 2 of them by responses whose body is unread",
      hint: "read, cancel, or dispose of the bodies of earlier responses, or increase the option connections.perServer",
    });
  });

  it("does not name the queue after the wait has ended", async () => {
    const { client, clock, begin, transport } = world({ perServer: 1 });
    const first = await begin();
    const second = outcome(client.get("x-line://h.example/2", { limits: { deadline: 2_000 } }));
    await clock.advance(1_000);
    await first.body.cancel();
    await clock.advance(1_000);
    expect(transport.connections).toHaveLength(2);
    expect(second.is).toMatchObject({ code: "timeout", message: "the whole call timed out after 2 s" });
  });

  it("ends with the reason of the caller's abort", async () => {
    const { client, begin, clock } = world({ perServer: 1 });
    const first = await begin();
    const [controller, reason] = [new AbortController(), new Error("enough")];
    const second = outcome(client.get("x-line://h.example/2", { signal: controller.signal }));
    await settled();
    controller.abort(reason);
    await settled();
    expect(second.is).toBe(reason);
    await first.body.cancel();
    expect(clock.pending).toBe(0);
  });
});
