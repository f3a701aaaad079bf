import {
  AccessError,
  defineScheme,
  type Entity,
  octetsOf,
  parseLogin,
  type Scheme,
  type Url,
} from "@anyurl/core";
import { bodyFromExchange, type Context, type Exchange, perform } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Client, createClient, type PoolOptions } from "../../src/index.ts";
import { type FakeConnection, FakeTransport, ManualClock, settled } from "../world.ts";

/** `x-talk://user@host/path`: logs in once for each connection, requests a path, and returns the data up to a LF. */
function* talk(user: string, path: string, state: unknown): Exchange<Uint8Array, true> {
  if (state === undefined) yield { do: "send", octets: octetsOf(`login ${user}\n`) };
  yield { do: "send", octets: octetsOf(`${path}\n`) };
  for (;;) {
    const octets = yield { do: "receive", phase: "body" };
    if (octets === undefined) throw new AccessError("truncated", "it ended");
    const isLast = octets.at(-1) === 0x0a;
    yield { do: "emit", event: octets };
    if (isLast) break;
  }
  if ((yield { do: "keep", state: { user } }) === undefined) yield { do: "send", octets: octetsOf("bye\n") };
  return true;
}

let last: Context | undefined;
/** The states of peers that leases had, in order. */
let peerStates: unknown[] = [];

async function get(url: Url<"x-talk", object>, context: Context): Promise<Entity> {
  last = context;
  const { hostname, port, user = "" } = parseLogin(url, 4000);
  const endpoint = { host: hostname, port };
  const beforeNew = () => {
    if (url.fragment === "unfit") throw new AccessError("too-long", "it cannot be said");
  };
  const more = url.query?.startsWith("key=") === true ? [url.query.slice(4)] : [];
  const key = [user, ...more];
  const lease = await context.lease?.(endpoint, { key, fresh: url.query === "fresh", beforeNew });
  peerStates.push(lease?.peerState);
  const control = lease ?? (await context.connect(endpoint));
  return { body: bodyFromExchange(perform(talk(user, url.path, lease?.state), control, context)) };
}

const scheme: Scheme<"x-talk", object, object, { get: typeof get }> = defineScheme({
  name: "x-talk",
  defaultPort: 4000,
  cite: ["x-talk"],
  parse: () => ({}),
  format: () => "x-talk://h/",
  examples: [],
  access: async () => ({ get }),
});

interface World {
  readonly client: Client<typeof scheme>;
  readonly transport: FakeTransport;
  readonly clock: ManualClock;
  /** The data sent on each connection. */
  sent(): string[];
}

function world(connections: PoolOptions = { idle: 30_000 }): World {
  const [transport, clock] = [new FakeTransport(), new ManualClock()];
  const client = createClient({ schemes: [scheme] as const, transport, clock, connections });
  return { client, transport, clock, sent: () => transport.connections.map(({ sent }) => sent.join("")) };
}

/** Gets a URL, for which the server sends this text on the connection with the last request. */
async function talked({ client, transport }: World, url: `x-talk:${string}`, says = "ok\n"): Promise<string> {
  const before = transport.connections.map(({ sent }) => sent.length);
  const { body } = await client.get(url);
  const reading = new Response(body).text();
  await settled();
  const asked = transport.connections.find(({ sent }, i) => sent.length !== before[i]);
  asked?.say(says);
  const text = await reading;
  await settled();
  return text;
}

describe("a client with a connection pool", () => {
  it("reuses a connection for the same login, and reports it", async () => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    const { body, transcript } = await own.client.get("x-talk://alice@H.example/2");
    const reading = new Response(body).text();
    await settled();
    own.transport.connections[0]!.say("two\n");
    expect(await reading).toBe("two\n");
    expect(own.sent()).toEqual(["login alice\n/1\n/2\n"]);
    expect(transcript.entries[0]).toMatchObject({ kind: "open", reused: true });
    expect(transcript.entries.at(-1)).toMatchObject({ kind: "keep", on: "control" });
  });

  it.each([
    ["another user", "x-talk://bob@h.example/"],
    ["another host", "x-talk://alice@other.example/"],
    ["the host with a root dot", "x-talk://alice@h.example./"],
    ["another port", "x-talk://alice@h.example:4001/"],
    ["no user", "x-talk://h.example/"],
    ["a request for a fresh connection", "x-talk://alice@h.example/?fresh"],
  ] as const)("does not reuse it for %s", async (_, url) => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    await talked(own, url);
    expect(own.transport.connections).toHaveLength(2);
    expect(own.transport.connections[0]!.sent).toHaveLength(2);
  });

  it("tells a new connection the state of another one, if it has the same login", async () => {
    peerStates = [];
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    const { body } = await own.client.get("x-talk://alice@h.example/2");
    const reading = new Response(body).text();
    await settled();
    for (const user of ["alice", "bob"]) await talked(own, `x-talk://${user}@h.example/3`);
    own.transport.connections[0]!.say("ok\n");
    await reading;
    // The first is new and alone, the second is reused.
    expect(peerStates).toEqual([undefined, undefined, { user: "alice" }, undefined]);
    expect(own.transport.connections).toHaveLength(3);
  });

  it("pools nothing by default, and a call leaves nothing open", async () => {
    const own = world({});
    await talked(own, "x-talk://alice@h.example/1");
    expect(last?.lease).toBeUndefined();
    expect(own.sent()).toEqual(["login alice\n/1\nbye\n"]);
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
  });

  it("pools nothing if the transport's connections belong to a task, but a view does", async () => {
    const transport = Object.assign(new FakeTransport(), { isPerTask: true as const });
    const client = createClient({ schemes: [scheme] as const, transport, connections: { idle: 30_000 } });
    await talked({ ...world(), client, transport }, "x-talk://alice@h.example/1");
    expect([last?.lease, transport.open]).toEqual([undefined, 0]);
    await using view = client.at("x-talk://alice@h.example/");
    const reading = view.get("/2").then((result) => result.text());
    await settled();
    expect(last?.lease).toBeDefined();
    transport.connections.at(-1)!.say("ok\n");
    expect(await reading).toBe("ok\n");
    expect(transport.open).toBe(1);
  });

  it("closes a connection after its idle time", async () => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    await own.clock.advance(29_999);
    expect(own.transport.open).toBe(1);
    await own.clock.advance(1);
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
  });

  it("closes each connection after its own idle time, with one timer", async () => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    await own.clock.advance(10_000);
    await talked(own, "x-talk://bob@h.example/1");
    expect([own.transport.open, own.clock.pending]).toEqual([2, 1]);
    await own.clock.advance(5_000);
    await talked(own, "x-talk://alice@h.example/2");
    // Now bob's connection has been idle longest, and alice's has become idle again.
    await own.clock.advance(24_999);
    expect(own.transport.open).toBe(2);
    await own.clock.advance(1);
    expect(own.transport.open).toBe(1);
    await own.clock.advance(4_999);
    expect(own.transport.open).toBe(1);
    await own.clock.advance(1);
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
  });

  it("closes the others after their idle time if the peer has closed one", async () => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    await talked(own, "x-talk://bob@h.example/1");
    own.transport.connections[0]!.say(undefined);
    await settled();
    expect([own.transport.open, own.clock.pending]).toEqual([1, 1]);
    await own.clock.advance(30_000);
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
  });

  it("does not keep the process alive until the end of the idle time", async () => {
    const own = world();
    const background: unknown[] = [];
    const { setTimeout } = own.clock;
    own.clock.setTimeout = (callback, milliseconds, isBackground) => {
      if (milliseconds === 30_000) background.push(isBackground);
      return setTimeout.call(own.clock, callback, milliseconds);
    };
    await talked(own, "x-talk://alice@h.example/1");
    expect(background.at(-1)).toBe(true);
  });

  it("closes an idle connection as one that is in use again", async () => {
    const own = world();
    const calls: unknown[] = [];
    const { answer } = own.transport;
    own.transport.answer = async (...args) =>
      Object.assign(await answer(...args), {
        rest: (isIdle: boolean) => calls.push(isIdle),
        close: () => calls.push("close"),
      });
    await talked(own, "x-talk://alice@h.example/1");
    await own.clock.advance(30_000);
    expect(calls).toEqual([true, false, "close"]);
  });

  it("distinguishes key parts that would be equal when concatenated", async () => {
    const own = world();
    // The key is the user and, in this test, a query.
    await talked(own, "x-talk://ab@h.example/?key=c");
    await talked(own, "x-talk://a@h.example/?key=bc");
    await talked(own, "x-talk://ab,1@h.example/?key=c");
    expect(own.transport.connections).toHaveLength(3);
  });

  it("counts a connection that is handed to a waiting call for that call", async () => {
    const own = world({ idle: 30_000, perServer: 1 });
    const { client, clock, transport } = own;
    const first = new Response((await client.get("x-talk://alice@h.example/1")).body).text();
    await settled();
    const second = client.get("x-talk://alice@h.example/2");
    await settled();
    transport.connections[0]!.say("ok\n");
    expect(await first).toBe("ok\n");
    const { body } = await second;
    // Too long to be read ahead.
    transport.connections[0]!.say("x".repeat(65 * 1024));
    const third = client.get("x-talk://alice@h.example/3");
    third.catch(() => {});
    await clock.advance(30_000);
    await expect(third).rejects.toMatchObject({
      code: "busy",
      message: expect.stringContaining("1 of 1 are in use (connections.perServer), 1 of them by responses"),
    });
    await body.cancel();
    client.close();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it.each([
    ["sends unsolicited data", (peer: FakeConnection) => peer.say("421 bye\n")],
    ["closes it", (peer: FakeConnection) => peer.say(undefined)],
    ["resets it", (peer: FakeConnection) => peer.say(new Error("reset"))],
  ])("drops an idle connection if the peer %s", async (_, happens) => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    happens(own.transport.connections[0]!);
    await settled();
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
    await talked(own, "x-talk://alice@h.example/2");
    expect(own.sent()[1]).toBe("login alice\n/2\n");
  });

  it("drops a connection that has data after the end of the body when it is released", async () => {
    const own = world();
    const reading = talked(own, "x-talk://alice@h.example/1");
    await settled();
    own.transport.connections[0]?.say("more\n");
    await reading;
    expect(own.transport.open).toBe(0);
  });

  it.each([
    ["is left early", async (body: ReadableStream<Uint8Array>) => body.cancel()],
    [
      "fails",
      async (body: ReadableStream<Uint8Array>, peer: FakeConnection) => {
        peer.say(undefined);
        await body
          .getReader()
          .read()
          .catch(() => {});
      },
    ],
  ])("does not pool a connection if the call %s", async (_, end) => {
    const own = world();
    const { body } = await own.client.get("x-talk://alice@h.example/1");
    const reader = body.getReader();
    const first = reader.read();
    await settled();
    const [peer] = own.transport.connections;
    peer!.say("some of it");
    await first;
    reader.releaseLock();
    await end(body, peer!);
    await settled();
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
  });

  it("does not pool the connection of an aborted call", async () => {
    const own = world();
    const controller = new AbortController();
    const { body } = await own.client.get("x-talk://alice@h.example/1", { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(new Response(body).text()).rejects.toThrow("enough");
    expect(own.transport.open).toBe(0);
  });

  it("counts idle connections, and closes one if a call would have to wait", async () => {
    const own = world({ idle: 30_000, perServer: 1, total: 2 });
    await talked(own, "x-talk://alice@h.example/1");
    await talked(own, "x-talk://bob@h.example/2");
    expect([own.transport.open, own.transport.connections.length]).toEqual([1, 2]);
    await talked(own, "x-talk://alice@i.example/3");
    await talked(own, "x-talk://alice@j.example/4");
    expect(own.transport.connections.map(({ closed }) => closed)).toEqual([true, true, false, false]);
  });

  it("gives an idle connection to one call only", async () => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    const texts = ["x-talk://alice@h.example/2", "x-talk://alice@h.example/3"].map((url) =>
      own.client.get(url as "x-talk:").then(({ body }) => new Response(body).text()),
    );
    await settled();
    expect(own.sent()).toEqual(["login alice\n/1\n/2\n", "login alice\n/3\n"]);
    for (const connection of own.transport.connections) connection.say("ok\n");
    expect(await Promise.all(texts)).toEqual(["ok\n", "ok\n"]);
  });

  it("gives a slot only to a waiting call whose server has not reached perServer", async () => {
    const own = world({ idle: 30_000, perServer: 1, total: 2 });
    const texts = ["x-talk://one.example/1", "x-talk://two.example/1", "x-talk://two.example/2"].map((url) =>
      own.client.get(url as "x-talk:").then(({ body }) => new Response(body).text()),
    );
    await settled();
    const [one, two] = own.transport.connections;
    one!.say("ok\n");
    expect(await texts[0]).toBe("ok\n");
    await settled();
    // The first slot is free, but the second call to two.example waits for that of the first one.
    expect(own.sent()).toEqual(["login \n/1\n", "login \n/1\n"]);
    expect(one!.closed).toBe(false);
    two!.say("ok\n");
    await settled();
    two!.say("ok\n");
    expect(await Promise.all(texts)).toEqual(["ok\n", "ok\n", "ok\n"]);
    expect(own.sent()).toEqual(["login \n/1\n", "login \n/1\n/2\n"]);
  });

  it("lets a call wait for the total while data moves to another server", async () => {
    const own = world({ idle: 30_000, total: 1 });
    const first = new Response((await own.client.get("x-talk://one.example/1")).body).text();
    const second = own.client.get("x-talk://two.example/1").then(({ body }) => new Response(body).text());
    const [one] = own.transport.connections;
    for (let i = 0; i < 3; i++) {
      await own.clock.advance(20_000);
      one!.say("x".repeat(50_000));
      await settled();
    }
    one!.say("\n");
    expect(await first).toHaveLength(150_001);
    await settled();
    own.transport.connections[1]!.say("ok\n");
    expect(await second).toBe("ok\n");
  });

  it("hands a connection to a waiting call with the same key, and closes it for one with another key", async () => {
    const own = world({ idle: 30_000, perServer: 1 });
    const [first, same, other] = [
      own.client.get("x-talk://alice@h.example/1"),
      own.client.get("x-talk://alice@h.example/2"),
      own.client.get("x-talk://bob@h.example/3"),
    ];
    const texts = [first, same, other].map(async (each) => new Response((await each).body).text());
    await settled();
    const [peer] = own.transport.connections;
    peer!.say("one\n");
    await settled();
    peer!.say("two\n");
    await settled();
    expect(own.sent()).toEqual(["login alice\n/1\n/2\n", "login bob\n/3\n"]);
    expect(peer!.closed).toBe(true);
    own.transport.connections[1]!.say("three\n");
    expect(await Promise.all(texts)).toEqual(["one\n", "two\n", "three\n"]);
  });

  it("keeps the process alive for a connection in use, also if a waiting call took it over, and not for an idle one", async () => {
    const own = world({ idle: 30_000, perServer: 1 });
    const rests: boolean[] = [];
    const { answer } = own.transport;
    own.transport.answer = async (...args) =>
      Object.assign(await answer(...args), { rest: (isIdle: boolean) => rests.push(isIdle) });
    const texts = ["1", "2"].map(async (path) =>
      new Response((await own.client.get(`x-talk://alice@h.example/${path}`)).body).text(),
    );
    await settled();
    const [peer] = own.transport.connections;
    peer!.say("one\n");
    await settled();
    expect([own.sent()[0], rests.at(-1)]).toEqual(["login alice\n/1\n/2\n", false]);
    peer!.say("two\n");
    expect(await Promise.all(texts)).toEqual(["one\n", "two\n"]);
    await settled();
    expect([peer!.closed, rests.at(-1)]).toEqual([false, true]);
  });

  it("gives no slot to a call that has stopped waiting", async () => {
    const own = world({ idle: 30_000, perServer: 1 });
    const { client, clock, transport } = own;
    const { body } = await client.get("x-talk://alice@h.example/1");
    const late = client.get("x-talk://alice@h.example/2", { limits: { queueTimeout: 5000 } });
    late.catch(() => {});
    await clock.advance(5000);
    await expect(late).rejects.toMatchObject({ code: "busy" });
    const reading = new Response(body).text();
    await settled();
    transport.connections[0]!.say("one\n");
    expect(await reading).toBe("one\n");
    await settled();
    expect(await talked(own, "x-talk://alice@h.example/3", "three\n")).toBe("three\n");
    client.close();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("reuses a connection many times", async () => {
    const own = world();
    for (let i = 1; i <= 4; i++) await talked(own, `x-talk://alice@h.example/${i}`);
    expect(own.sent()).toEqual(["login alice\n/1\n/2\n/3\n/4\n"]);
  });

  it("hands no connection over that has data after the end of the body", async () => {
    const own = world({ idle: 30_000, perServer: 1 });
    const texts = ["1", "2"].map(async (path) =>
      new Response((await own.client.get(`x-talk://alice@h.example/${path}`)).body).text(),
    );
    await settled();
    own.transport.connections[0]!.say("one\n");
    own.transport.connections[0]!.say("more\n");
    await settled();
    expect(own.transport.connections[0]!.closed).toBe(true);
    own.transport.connections[1]!.say("two\n");
    expect(await Promise.all(texts)).toEqual(["one\n", "two\n"]);
    // The state of the unusable connection does not count for the new one: it has no login yet.
    expect(own.sent()).toEqual(["login alice\n/1\n", "login alice\n/2\n"]);
  });

  it("closes its connections when it is disposed of, and pools no more", async () => {
    const own = world();
    {
      await using client = own.client;
      await talked(own, "x-talk://alice@h.example/1");
      expect(own.transport.open).toBe(1);
      void client;
    }
    expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
    await talked(own, "x-talk://alice@h.example/2");
    expect(own.transport.open).toBe(0);
  });

  it("does not allow using a connection after its release", async () => {
    const own = world();
    await talked(own, "x-talk://alice@h.example/1");
    const lease = await last!.lease!({ host: "h.example", port: 4000 }, { key: ["alice"] }).catch((e) => e);
    // The call has ended: it gets neither a new connection nor an idle one.
    expect(lease).toMatchObject({ code: "plugin-fault" });
    expect(own.transport.connections).toHaveLength(1);
  });

  it("opens no connection for an invalid request, and sends nothing on a pooled one", async () => {
    const own = world({ idle: 30_000, perServer: 1 });
    await expect(talked(own, "x-talk://alice@h.example/1#unfit")).rejects.toMatchObject({ code: "too-long" });
    expect(own.transport.connections).toHaveLength(0);
    await talked(own, "x-talk://alice@h.example/2");
    await talked(own, "x-talk://alice@h.example/3#unfit");
    expect(own.transport.connections).toHaveLength(1);
  });

  it.each([{ idle: -1 }, { idle: Number.NaN }, { idle: "30" as unknown as number }])(
    "rejects the options %j",
    (connections) =>
      expect(() => world(connections)).toThrow(expect.objectContaining({ code: "bad-option" })),
  );

  it("logs in once for each connection, and uses each for one login, in any order of requests", async () => {
    const call = fc.record({
      user: fc.constantFrom("alice", "bob"),
      host: fc.constantFrom("h.example", "i.example"),
      ending: fc.constantFrom("whole", "whole", "left", "reset"),
      pause: fc.constantFrom(0, 0, 40_000),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 20 }),
        fc.integer({ min: 1, max: 2 }),
        async (calls, perServer) => {
          const own = world({ idle: 30_000, perServer, total: 3 });
          for (const [i, { user, host, ending, pause }] of calls.entries()) {
            const { body } = await own.client.get(`x-talk://${user}@${host}/${i}`);
            const reading = ending === "left" ? body.cancel() : new Response(body).text().catch(() => {});
            await settled();
            const peer = own.transport.connections.find(({ sent }) => sent.at(-1) === `/${i}\n`);
            peer?.say(ending === "reset" ? new Error("reset") : "ok\n");
            await reading;
            await own.clock.advance(pause);
            expect(own.transport.open).toBeLessThanOrEqual(3);
          }
          for (const [j, text] of own.sent().entries()) {
            const [login, ...paths] = text.trimEnd().split("\n");
            // A canceled call may have sent its login only.
            if (login === "" || paths.length === 0) continue;
            const { host } = calls[Number(paths[0]?.slice(1))]!;
            for (const path of paths) {
              const asked = calls[Number(path.slice(1))]!;
              expect([j, `login ${asked.user}`, asked.host]).toEqual([j, login, host]);
            }
          }
          own.client.close();
          expect([own.transport.open, own.clock.pending]).toEqual([0, 0]);
        },
      ),
      { numRuns: 60 },
    );
  });
});
