import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { AccessError, defineScheme, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type Client, type ClientOptions, createClient } from "../src/index.ts";
import { FakeConnection, FakeTransport, line, ManualClock, settled } from "./world.ts";

function setUp(options: Partial<ClientOptions<readonly [typeof line]>> = {}) {
  const transport = new FakeTransport();
  const clock = new ManualClock();
  const client = createClient({ schemes: [line] as const, transport, clock, ...options });
  return { transport, clock, client };
}

/** The client's call, and the peer it talks to. */
async function called(
  options: Partial<ClientOptions<readonly [typeof line]>> = {},
  text = "x-line://h.example/p",
) {
  const { transport, clock, client } = setUp(options);
  const call = client.get(text);
  call.catch(() => {});
  await settled();
  return { transport, clock, client, call, peer: transport.connections[0]! };
}

describe("the get of a client", () => {
  it("resolves when the server begins to reply, and returns the body", async () => {
    const { peer, call, transport, clock } = await called();
    expect(peer.sent).toEqual(["/p\r\n"]);
    peer.say("ok\r\n");
    const { body, complete, transcript } = await call;
    peer.say("one ");
    peer.say("two");
    peer.say(undefined);
    peer.say("bye\r\n");
    expect(await new Response(body).text()).toBe("one two");
    expect(await complete).toBe(true);
    expect(transcript.entries.map(({ kind, text, octets }) => [kind, text ?? octets])).toEqual([
      ["open", undefined],
      ["send", "/p\n"],
      ["receive", "ok\n"],
      ["receive", 7],
      ["send", "bye\n"],
      ["receive", "bye\n"],
      ["close", undefined],
    ]);
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("supports a reader with its own buffer", async () => {
    const { peer, call } = await called();
    peer.say("ok\r\n");
    peer.say("0123456789");
    peer.say(undefined);
    peer.say("bye");
    const reader = (await call).body.getReader({ mode: "byob" });
    let text = "";
    for (;;) {
      const { value, done } = await reader.read(new Uint8Array(4));
      text += new TextDecoder().decode(value);
      if (done) break;
    }
    expect(text).toBe("0123456789");
  });

  it("reports the progress of a body", async () => {
    const { transport, client } = setUp();
    const seen: number[] = [];
    const call = client.get("x-line://h.example/p", { onProgress: ({ received }) => seen.push(received) });
    await settled();
    const peer = transport.connections[0]!;
    for (const said of ["ok\r\n", "one ", "two", undefined, undefined]) peer.say(said);
    expect(await (await call).text()).toBe("one two");
    expect(seen).toEqual([4, 7]);
  });

  it("passes a failure within the transfer to the reader", async () => {
    const { peer, call, transport } = await called();
    peer.say("ok\r\n");
    peer.say("half");
    peer.say(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
    const resource = await call;
    await expect(resource.bytes()).rejects.toMatchObject({
      name: "AccessError",
      code: "truncated",
      scheme: "x-line",
      operation: "get",
      endpoint: "h.example:4000",
      retryable: true,
      cause: { code: "ECONNRESET" },
    });
    expect(await resource.complete).toBe(false);
    expect(transport.open).toBe(0);
  });

  it("reads at most maxBytes into memory", async () => {
    const { peer, call, transport } = await called({ limits: { maxBytes: 5 } });
    for (const said of ["ok\r\n", "123", "456"]) peer.say(said);
    await expect((await call).bytes()).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("maxBytes"),
    });
    await settled();
    expect(transport.open).toBe(0);
  });

  it("limits a stream by the maxBytes of the client or of the call, and not by the default", async () => {
    const read = async (ofClient: object, ofCall?: object) => {
      const { transport, client } = setUp(ofClient);
      const call = client.get("x-line://h.example/p", ofCall);
      await settled();
      for (const said of ["ok\r\n", "123", "456", undefined, "bye\r\n"]) transport.connections[0]!.say(said);
      return new Response((await call).body).text();
    };
    const tooLarge = { code: "too-large" };
    expect(await read({})).toBe("123456");
    await expect(read({ limits: { maxBytes: 5 } })).rejects.toMatchObject(tooLarge);
    await expect(read({}, { limits: { maxBytes: 5 } })).rejects.toMatchObject(tooLarge);
    expect(await read({ limits: { maxBytes: 5 } }, { limits: { maxBytes: 6 } })).toBe("123456");
  });

  describe("octets(), without a stream", () => {
    it("yields each chunk as it arrives, and reports how the body ended", async () => {
      const { peer, call, transport, clock } = await called();
      for (const said of ["ok\r\n", "one ", "two", undefined, "bye\r\n"]) peer.say(said);
      const { chunks: octets, complete } = await call;
      let text = "";
      for await (const piece of octets()) text += new TextDecoder().decode(piece);
      expect([text, await complete]).toEqual(["one two", true]);
      expect([transport.open, clock.pending]).toEqual([0, 0]);
    });

    it.each([0, 1])("closes the connection when the reader stops after %i chunks", async (count) => {
      const { peer, call, transport, clock } = await called();
      for (const said of ["ok\r\n", "one ", "two"]) peer.say(said);
      const { chunks: octets, complete } = await call;
      const pieces = octets();
      for (let i = 0; i < count; i++) await pieces.next();
      expect(await pieces.return()).toEqual({ done: true, value: undefined });
      expect(await complete).toBe(false);
      expect([transport.open, clock.pending]).toEqual([0, 0]);
      expect(await pieces.next()).toEqual({ done: true, value: undefined });
    });

    it("fails like a stream, and with the error of its reader", async () => {
      const { peer, call, transport } = await called({ limits: { maxBytes: 5 } });
      for (const said of ["ok\r\n", "123", "456"]) peer.say(said);
      const { chunks: octets, complete } = await call;
      const read = async () => {
        for await (const _ of octets());
      };
      await expect(read()).rejects.toMatchObject({ code: "too-large" });
      expect(await complete).toBe(false);
      expect(transport.open).toBe(0);
      const other = await called();
      for (const said of ["ok\r\n", "123"]) other.peer.say(said);
      const pieces = (await other.call).chunks();
      await pieces.next();
      await expect(pieces.throw(new Error("mine"))).rejects.toThrow("mine");
      expect(other.transport.open).toBe(0);
    });

    it("allows one reader only", async () => {
      const { peer, call } = await called();
      for (const said of ["ok\r\n", "1", undefined, "bye"]) peer.say(said);
      const retrieved = await call;
      const pieces = retrieved.chunks();
      expect(() => retrieved.body).toThrow(TypeError);
      expect(() => retrieved.chunks()).toThrow(TypeError);
      await expect(retrieved.bytes()).rejects.toThrow(TypeError);
      await pieces.return();
    });

    it("fails if the body has a stream", async () => {
      const { peer, call } = await called();
      for (const said of ["ok\r\n", "1", undefined, "bye"]) peer.say(said);
      const { body, chunks: octets } = await call;
      expect(() => octets()).toThrow(TypeError);
      await body.cancel();
    });
  });

  it("fails if a stream exceeds the caller's limit", async () => {
    const { peer, call, transport } = await called({ limits: { maxBytes: 5 } });
    for (const said of ["ok\r\n", "123", "456"]) peer.say(said);
    const { body, complete } = await call;
    await expect(new Response(body).text()).rejects.toMatchObject({ code: "too-large" });
    expect(await complete).toBe(false);
    expect(transport.open).toBe(0);
  });

  it("reads ahead at most 64 KiB", async () => {
    const { peer, call } = await called();
    peer.say("ok\r\n");
    const { body } = await call;
    for (let i = 0; i < 10; i++) peer.say("x".repeat(10 * 1024));
    await settled();
    // Seven chunks are more than 64 KiB.
    expect(peer.waiting).toBe(3);
    const reader = body.getReader();
    for (let i = 0; i < 5; i++) await reader.read();
    await settled();
    expect(peer.waiting).toBe(3);
    await reader.read();
    expect(peer.waiting).toBe(2);
    await reader.cancel();
    await settled();
    expect(peer.closed).toBe(true);
  });
});

describe("a time limit of a client", () => {
  it.each([
    ["connectTimeout", 10_000],
    ["replyTimeout", 30_000],
    ["idleTimeout", 30_000],
  ] as const)("%s ends a call after %i ms without data", async (limit, milliseconds) => {
    const { transport, clock, client } = setUp();
    if (limit === "connectTimeout") transport.answer = () => new Promise(() => {});
    const call = client.get("x-line://h.example/p").then((resource) => resource.bytes());
    call.catch(() => {});
    await settled();
    if (limit === "idleTimeout") transport.connections[0]!.say("ok\r\n");
    await clock.advance(milliseconds - 1);
    let ended = false;
    call.catch(() => {
      ended = true;
    });
    await settled();
    expect(ended).toBe(false);
    await clock.advance(1);
    await expect(call).rejects.toMatchObject({
      code: "timeout",
      hint: expect.stringContaining(limit),
      retryable: true,
    });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("limits a dripping reply like a silent one", async () => {
    const { peer, clock, call } = await called();
    for (let i = 0; i < 29; i++) {
      peer.say("x");
      await clock.advance(1_000);
    }
    await clock.advance(1_000);
    await expect(call).rejects.toMatchObject({ code: "timeout" });
  });

  it("treats a dripping body as idle", async () => {
    const { peer, clock, call } = await called();
    peer.say("ok\r\n");
    const bytes = (await call).bytes();
    bytes.catch(() => {});
    for (let i = 0; i < 40; i++) {
      await clock.advance(1_000);
      peer.say("x");
    }
    await expect(bytes).rejects.toMatchObject({ code: "timeout", hint: expect.stringContaining("minRate") });
  });

  it("does not limit a slow reader", async () => {
    const { peer, clock, call } = await called();
    peer.say("ok\r\n");
    const reader = (await call).body.getReader();
    for (let i = 0; i < 5; i++) {
      peer.say("x");
      await reader.read();
      await clock.advance(60_000);
    }
    peer.say(undefined);
    peer.say("bye");
    expect((await reader.read()).done).toBe(true);
  });

  it("deadline applies to the body as well", async () => {
    const { peer, clock, call, transport } = await called({ limits: { deadline: 5_000 } });
    peer.say("ok\r\n");
    const bytes = (await call).bytes();
    bytes.catch(() => {});
    await clock.advance(5_000);
    await expect(bytes).rejects.toMatchObject({ code: "timeout", hint: expect.stringContaining("deadline") });
    expect([transport.open, clock.pending]).toEqual([0, 0]);
  });

  it("leaves no timer and no listener after success", async () => {
    const { transport, clock, client } = setUp({ limits: { deadline: 5_000 } });
    const { signal } = new AbortController();
    const call = client.get("x-line://h.example/p", { signal });
    await settled();
    for (const said of ["ok\r\n", "all", undefined, undefined]) transport.connections[0]!.say(said);
    expect(await (await call).text()).toBe("all");
    expect([clock.pending, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  });

  it("ignores a farewell that never arrives", async () => {
    const { peer, clock, call } = await called();
    peer.say("ok\r\n");
    peer.say("all");
    peer.say(undefined);
    const text = (await call).text();
    await clock.advance(1_000);
    expect(await text).toBe("all");
    expect(clock.pending).toBe(0);
  });

  it("is shorter under the profile untrusted", async () => {
    const { clock, call } = await called({ policy: { profile: "untrusted", allowAddresses: ["127.0.0.1"] } });
    await clock.advance(10_000);
    await expect(call).rejects.toMatchObject({ code: "timeout" });
  });
});

describe("an aborted call", () => {
  it.each(["before", "while connecting", "while waiting", "in the body"])(
    "rejects with the reason: %s",
    async (when) => {
      const { transport, clock, client } = setUp();
      const controller = new AbortController();
      const reason = new Error("I no longer want it");
      if (when === "before") controller.abort(reason);
      if (when === "while connecting") transport.answer = () => new Promise(() => {});
      const call = client
        .get("x-line://h.example/p", { signal: controller.signal })
        .then((resource) => resource.bytes());
      call.catch(() => {});
      await settled();
      if (when === "in the body") {
        transport.connections[0]!.say("ok\r\n");
        transport.connections[0]!.say("half");
        await settled();
      }
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      await settled();
      expect([transport.open, clock.pending]).toEqual([0, 0]);
    },
  );
});

describe("the dialing of a client", () => {
  it("looks a name up once, and connects to a checked address", async () => {
    const { transport, client } = setUp();
    // A name server that changes its answer: public for the check, private for the connection.
    transport.answers = [["8.8.8.8"], ["169.254.169.254"]];
    client.get("x-line://rebinding.example/").catch(() => {});
    await settled();
    expect(transport.looked).toEqual(["rebinding.example"]);
    expect(transport.dialled.map(({ address }) => address)).toEqual(["8.8.8.8"]);
    await expect(client.get("x-line://rebinding.example/")).rejects.toMatchObject({ code: "host-blocked" });
    expect(transport.dialled).toHaveLength(1);
  });

  it("skips blocked addresses; under untrusted, one of them blocks the name", async () => {
    const { transport, client } = setUp();
    transport.answers = [["169.254.1.1", "8.8.8.8"]];
    client.get("x-line://h.example/").catch(() => {});
    await settled();
    expect(transport.dialled.map(({ address }) => address)).toEqual(["8.8.8.8"]);
    const careful = setUp({ policy: "untrusted" });
    careful.transport.answers = [["169.254.1.1", "8.8.8.8"]];
    await expect(careful.client.get("x-line://h.example/")).rejects.toMatchObject({ code: "host-blocked" });
    expect(careful.transport.dialled).toEqual([]);
  });

  it("fails if the transport connected to another address", async () => {
    const { transport, client } = setUp();
    transport.answer = async ({ port }) => new FakeConnection("10.9.9.9", port);
    await expect(client.get("x-line://h.example/")).rejects.toMatchObject({ code: "host-blocked" });
    expect(transport.open).toBe(0);
  });

  it("never looks localhost up", async () => {
    const { transport, client } = setUp();
    client.get("x-line://localhost/").catch(() => {});
    client.get("x-line://a.localhost./").catch(() => {});
    await settled();
    expect(transport.looked).toEqual([]);
    expect(transport.dialled.map(({ address }) => address)).toEqual(["127.0.0.1", "127.0.0.1"]);
  });

  it.each([
    ["127.0.0.0/8", "localhost"],
    ["127.0.0.1", "a.localhost."],
    ["::ffff:127.0.0.1", "LOCALHOST"],
    ["::1", "localhost"],
  ])("blocks localhost if %s is denied, and does not try its other address: %s", async (block, host) => {
    const { transport, client } = setUp({ policy: { denyAddresses: [block] } });
    await expect(client.get(`x-line://${host}/`)).rejects.toMatchObject({
      code: "host-blocked",
      message: expect.stringContaining("denied"),
    });
    expect(transport.dialled).toEqual([]);
  });

  it.each([
    "127.0.0.1",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:FFFF:7F00:1]",
    "[64:ff9b::7f00:1]",
  ])("dials no denied address, however it is written: %s", async (host) => {
    const { transport, client } = setUp({ policy: { denyAddresses: ["127.0.0.0/8"] } });
    await expect(client.get(`x-line://${host}/`)).rejects.toMatchObject({
      code: "host-blocked",
      hint: expect.stringContaining("denyAddresses"),
    });
    expect(transport.dialled).toEqual([]);
  });

  it("skips a denied address of any other name", async () => {
    const { transport, client } = setUp({ policy: { denyAddresses: ["127.0.0.0/8"] } });
    transport.answers = [["127.0.0.1", "::ffff:127.0.0.1", "::1"]];
    client.get("x-line://h.example/").catch(() => {});
    await settled();
    expect(transport.dialled.map(({ address }) => address)).toEqual(["::1"]);
  });

  it("races a slow address against the next one, and closes the loser", async () => {
    const { transport, clock, client } = setUp();
    transport.answers = [["8.8.8.8", "8.8.4.4", "2606:4700::1111"]];
    let late: ((connection: FakeConnection) => void) | undefined;
    transport.answer = ({ address, port }) =>
      address === "8.8.8.8"
        ? new Promise((resolve) => {
            late = resolve;
          })
        : Promise.resolve(new FakeConnection(address, port));
    client.get("x-line://h.example/").catch(() => {});
    await settled();
    expect(transport.dialled.map(({ address }) => address)).toEqual(["8.8.8.8"]);
    await clock.advance(250);
    // The families alternate (RFC 8305 §4).
    expect(transport.dialled.map(({ address }) => address)).toEqual(["8.8.8.8", "2606:4700::1111"]);
    const loser = new FakeConnection("8.8.8.8", 4000);
    late?.(loser);
    await settled();
    expect(loser.closed).toBe(true);
  });

  it.each([
    ["ENOTFOUND", "no-such-host", false],
    ["EAI_NONAME", "no-such-host", false],
    ["EAI_AGAIN", "connect-failed", true],
    ["EAI_FAIL", "connect-failed", true],
  ])(
    "distinguishes a name that does not exist from a failed lookup (%s)",
    async (system, code, retryable) => {
      const { transport, client } = setUp();
      transport.resolve = async (name) => {
        throw Object.assign(new Error(`getaddrinfo ${system} ${name}`), { code: system });
      };
      await expect(client.get("x-line://h.exmaple/")).rejects.toMatchObject({
        code,
        retryable,
        ...(code === "no-such-host" && {
          message: "the host name h.exmaple does not exist",
          hint: "check the spelling of the host name",
        }),
        endpoint: "h.exmaple:4000",
        cause: { code: system },
      });
    },
  );

  it("keeps the error of a layer that does not look a name up", async () => {
    const { transport, client } = setUp();
    transport.resolve = async () => {
      throw new AccessError("host-blocked", "not during a rehearsal", { hint: "wait for the end" });
    };
    await expect(client.get("x-line://h.example/")).rejects.toMatchObject({
      code: "host-blocked",
      message: expect.stringContaining("not during a rehearsal"),
      hint: "wait for the end",
    });
  });

  it("reports a name that exists but has no address", async () => {
    const { transport, client } = setUp();
    transport.answers = [[]];
    await expect(client.get("x-line://h.example/")).rejects.toMatchObject({
      code: "connect-failed",
      message: expect.stringContaining("the host has no address"),
      endpoint: "h.example:4000",
    });
    expect(transport.dialled).toEqual([]);
  });

  it("says why it could not connect", async () => {
    const { transport, client } = setUp();
    transport.answer = async () => {
      throw Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:4000"), { code: "ECONNREFUSED" });
    };
    await expect(client.get("x-line://h.example/")).rejects.toMatchObject({
      code: "connect-failed",
      message: expect.stringContaining("connection refused"),
      endpoint: "h.example:4000",
      cause: { code: "ECONNREFUSED" },
    });
  });

  it.each([
    ["x-line://h.example:25/", "port-blocked"],
    ["x-line://h.example:80/", "port-blocked"],
    ["x-line://h.example:0/", "port-blocked"],
    ["x-line://169.254.169.254/", "host-blocked"],
    ["x-line://[::ffff:169.254.169.254]/", "host-blocked"],
    ["x-line://[64:ff9b:1:7f00:0:100:808:808]/", "host-blocked"],
    ["x-line://[3fff::1]/", "host-blocked"],
    ["x-line://[5f00::1]/", "host-blocked"],
    ["x-line://[v1.a]/", "bad-host"],
    ["x-line://127.1/", "bad-host"],
    ["x-line://-h.example/", "bad-host"],
  ])("rejects %s with %s, and does not dial", async (url, code) => {
    const { transport, client } = setUp();
    await expect(client.get(url)).rejects.toMatchObject({ code });
    expect([transport.dialled, transport.looked]).toEqual([[], []]);
  });

  it("checks ports in the reserved range", async () => {
    const asked: unknown[] = [];
    const confirm = (question: unknown) => {
      asked.push(question);
      return true;
    };
    const { transport, client } = setUp({ policy: { confirm } });
    client.get("x-line://h.example:80/").catch(() => {});
    await settled();
    expect(asked).toEqual([{ scheme: "x-line", host: "h.example", port: 80 }]);
    expect(transport.dialled).toHaveLength(1);
  });
});

describe("a call that is not possible", () => {
  it("is rejected before dialing", async () => {
    const { transport, client } = setUp({ policy: { allowSchemes: [] } });
    await expect(client.get("x-line://h.example/")).rejects.toMatchObject({ code: "scheme-blocked" });
    const open = setUp();
    await expect(open.client.get("x-line://u?x@h.example/")).rejects.toMatchObject({
      code: "ambiguous-authority",
    });
    await expect(open.client.get("x-line://u:***@h.example/")).rejects.toMatchObject({
      code: "bad-userinfo",
    });
    await expect(open.client.get("no url")).rejects.toMatchObject({
      name: "UrlSyntaxError",
      code: "no-scheme",
    });
    await expect(open.client.get("ftp://h/" as never)).rejects.toMatchObject({
      code: "scheme-not-installed",
      hint: expect.stringContaining("@anyurl/scheme-ftp"),
    });
    await expect(open.client.get("x-nobody://h/" as never)).rejects.toMatchObject({ code: "unknown-scheme" });
    await expect(open.client.put("x-line://h/" as never, (async function* () {})())).rejects.toMatchObject({
      code: "unsupported",
      hint: expect.stringContaining("get"),
    });
    expect([transport.dialled, open.transport.dialled]).toEqual([[], []]);
  });

  it("does not compile if the scheme does not support it", () => {
    const { client } = setUp();
    // @ts-expect-error: x-line has no put
    const put = () => client.put("x-line://h/", (async function* () {})());
    // @ts-expect-error: no such scheme in this client
    const other = () => client.get("gopher://h/");
    const text: string = "x-line://h/";
    const any = () => client.put(text, (async function* () {})());
    expect([put, other, any]).toHaveLength(3);
  });
});

describe("a plugin that fails", () => {
  const clientWith = <Access extends object>(access: () => Promise<Access>) => {
    const scheme = defineScheme({
      name: "x-broken",
      cite: [],
      parse: () => ({}),
      format: () => "x-broken:",
      examples: [],
      access,
    });
    return createClient({ schemes: [scheme], transport: new FakeTransport(), clock: new ManualClock() });
  };
  const broken = (get: (url: Url, context: Context) => Promise<never>) => clientWith(async () => ({ get }));

  it("is named, with its own error as the cause", async () => {
    const client = broken(async () => Promise.reject(new TypeError("undefined is not a function")));
    await expect(client.get("x-broken:a")).rejects.toMatchObject({
      code: "plugin-fault",
      scheme: "x-broken",
      cause: { name: "TypeError", message: "undefined is not a function" },
    });
  });

  it("never reveals a secret in its message", async () => {
    const secret = "tiger&swordfish";
    const raw = encodeURIComponent(secret);
    const client = broken(async (url) => {
      throw Object.assign(new Error(`${url.href} ${secret} ${btoa(secret)}`), { cause: new Error(raw) });
    });
    const error = await client.get(`x-broken://u:${raw}@h/`).catch((thrown: unknown) => thrown);
    const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
    for (const spelling of [secret, raw, btoa(secret)]) expect(shown).not.toContain(spelling);
  });

  it("is loaded once, and again after a failed load", async () => {
    let loads = 0;
    const client = clientWith(async () => {
      if (++loads === 1) throw new Error("the disk is gone");
      return { remove: async () => {} };
    });
    await expect(client.remove("x-broken:a")).rejects.toMatchObject({
      code: "plugin-fault",
      message: "cannot load the access module of the scheme x-broken",
    });
    for (let i = 0; i < 2; i++) await client.remove("x-broken:a");
    const text: string = "x-broken:a";
    for (let i = 0; i < 2; i++) {
      await expect((client as Client).get(text)).rejects.toMatchObject({
        code: "unsupported",
        hint: "use one of: remove",
      });
    }
    expect(loads).toBe(2);
  });

  it("is not called after an abort", async () => {
    const asked: string[] = [];
    const client = clientWith(async () => ({
      remove: async () => void asked.push("remove"),
      list: async function* () {
        asked.push("list");
      },
    }));
    const entries = (signal?: AbortSignal) => client.list("x-broken:a", signal && { signal }).next();
    await client.remove("x-broken:a");
    await entries();
    expect(asked).toEqual(["remove", "list"]);
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(client.remove("x-broken:a", { signal })).rejects.toThrow("enough");
    await expect(entries(signal)).rejects.toThrow("enough");
    expect(asked).toEqual(["remove", "list"]);
  });

  it("is not awaited after an abort if it hangs", async () => {
    const client = broken(() => new Promise(() => {}));
    const controller = new AbortController();
    const call = client.get("x-broken:a", { signal: controller.signal });
    controller.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });
});
