import {
  AccessError,
  DEFAULT_LIMITS,
  defineScheme,
  type Entity,
  type Limits,
  octetsOf,
  type Url,
} from "@anyurl/core";
import { ALREADY_SENT, type Connection, type Context, type TlsFacts } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import type { Link } from "../../src/connection/link.ts";
import { ManagedConnection } from "../../src/connection/managed-connection.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { createClient } from "../../src/index.ts";
import { FakeConnection, FakeTransport, line, ManualClock, outcome, settled } from "../world.ts";

const TLS: TlsFacts = { protocol: "TLSv1.3", authorized: true, fingerprint: "0A" };
const REMOTE = { address: "192.0.2.1", port: 21, host: "h.example" };

function world(
  isSecure = false,
  onClose?: () => void,
  limits: Partial<Limits> = {},
  signal?: AbortSignal,
  clearTextPasswords: "allow" | "refuse" = "allow",
) {
  const [socket, clock] = [new FakeConnection("192.0.2.1", 21), new ManualClock()];
  const call = new CallScope(clock, Number.POSITIVE_INFINITY, signal);
  const link: Link = { connection: Object.assign(socket, { tls: TLS }), remote: REMOTE, isSecure };
  const transport = new FakeTransport();
  const dialing = {
    ...{ call, clock, limits: { ...DEFAULT_LIMITS, ...limits }, transport },
    ...{ policy: resolvePolicy({ clearTextPasswords }), scheme: "x-line", defaultPort: 4000 },
  };
  const managed = new ManagedConnection(link, dialing, { onClose });
  return { socket, link, transport, clock, call, dialing, managed };
}

describe("a managed connection", () => {
  it("cannot be used after it was handed over to the next user", async () => {
    const { socket, managed } = world();
    expect([managed.retire(), managed.retire()]).toEqual([true, false]);
    const uses: readonly (() => Promise<unknown>)[] = [
      () => managed.send(octetsOf("QUIT")),
      () => managed.receive(),
      () => managed.receiveUntimed(),
      () => managed.poll(),
      () => managed.end(),
      () => managed.secure(),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "plugin-fault" });
    let resets = 0;
    Object.assign(socket, { resetUnlessEnded: () => resets++ });
    managed.resetUnlessEnded();
    managed.close();
    expect([socket.sent, socket.closed, resets]).toEqual([[], false, 0]);
  });

  it("cannot be handed over after it was closed, and frees its slot", () => {
    let closed = 0;
    const { socket, managed } = world(false, () => closed++);
    managed.close();
    expect([socket.closed, closed, managed.retire()]).toEqual([true, 1, false]);
  });

  it("returns ALREADY_SENT itself, so that its caller need not wait", () => {
    const { socket, clock, managed } = world();
    Object.assign(socket, { send: () => ALREADY_SENT });
    expect(managed.send(octetsOf("NOOP"))).toBe(ALREADY_SENT);
    expect(clock.pending).toBe(0);
  });

  it("closes its connection and frees its slot once", () => {
    let closed = 0;
    const { managed } = world(false, () => closed++);
    managed.close();
    managed.close();
    expect(closed).toBe(1);
  });

  it("has the local address of the connection, and resets it", () => {
    const { socket, managed } = world();
    let resets = 0;
    const local = { address: "192.0.2.9", port: 5000 };
    Object.assign(socket, { local, resetUnlessEnded: () => resets++ });
    managed.resetUnlessEnded();
    expect([managed.local, resets]).toEqual([local, 1]);
    expect(() => world().managed.resetUnlessEnded()).not.toThrow();
  });

  it.each<[secret: boolean, isSecure: boolean, isRefused: boolean]>([
    [true, false, true],
    [false, false, false],
    [true, true, false],
  ])(
    "sends a secret (%j) with TLS (%j) unless the policy refuses it: %j",
    async (secret, isSecure, isRefused) => {
      const { socket, managed } = world(isSecure, undefined, {}, undefined, "refuse");
      const sent = await managed.send(octetsOf("PASS x"), secret).catch((error: unknown) => error);
      expect(socket.sent).toEqual(isRefused ? [] : ["PASS x"]);
      if (isRefused)
        expect(sent).toMatchObject({
          code: "tls-required",
          message: "the policy does not allow passwords over a connection without TLS",
          hint: 'use a scheme with TLS, or set the policy option clearTextPasswords to "allow"',
        });
    },
  );

  it.each<[error: unknown, expected: object]>([
    [
      Object.assign(new Error("reset"), { code: "ECONNRESET" }),
      { code: "truncated", message: "the connection was lost", retryable: true },
    ],
    [
      Object.assign(new Error("alert"), { code: "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED" }),
      { code: "tls-failed", hint: "add a certificate that the server accepts: tls.cert and tls.key" },
    ],
    [new AccessError("desync", "own"), { code: "desync", message: "own" }],
  ])("reports the lost connection by %s", async (error, expected) => {
    const { socket, managed } = world();
    for (const receive of [
      () => managed.receive(),
      () => managed.receive("body"),
      () => managed.receiveUntimed(),
    ]) {
      socket.say(error as Error);
      await expect(receive()).rejects.toMatchObject(expected);
    }
    Object.assign(socket, { send: () => Promise.reject(error) });
    await expect(managed.send(octetsOf("x"))).rejects.toMatchObject(expected);
  });

  it("waits for an untimed receive without a limit", async () => {
    const { socket, clock, managed } = world();
    const receiving = managed.receiveUntimed();
    await settled();
    expect(clock.pending).toBe(0);
    socket.say("x");
    expect(await receiving).toEqual(octetsOf("x"));
  });

  it("limits the time for sending by replyTimeout", async () => {
    const { socket, clock, managed } = world(false, undefined, { replyTimeout: 1000 });
    Object.assign(socket, { send: () => new Promise(() => {}) });
    const sending = outcome(managed.send(octetsOf("x")));
    await clock.advance(999);
    expect(sending.is).toBe("waiting");
    await clock.advance(1);
    expect(sending.is).toMatchObject({
      code: "timeout",
      message: "sending timed out after 1 s",
      hint: "increase the limit replyTimeout",
    });
  });

  it("has TLS only with the host, and not by TLS with a proxy", () => {
    expect(world(false).managed.tls).toBeUndefined();
    expect(world(true).managed.tls).toBe(TLS);
  });

  it("polls what has arrived, but not before what the idle link has received", async () => {
    const { socket, link, managed } = world();
    expect(await managed.poll()).toBeUndefined();
    Object.assign(socket, { poll: async () => socket.take() });
    expect(await managed.poll()).toBeUndefined();
    socket.say("second");
    link.received = Promise.resolve(octetsOf("first"));
    expect(await managed.poll()).toBeUndefined();
    expect(await managed.receive()).toEqual(octetsOf("first"));
    expect(await managed.poll()).toEqual(octetsOf("second"));
  });

  it("receives first what the idle link has received", async () => {
    const { socket, link, managed } = world();
    link.received = socket.receive();
    socket.say("first");
    await settled();
    socket.say("second");
    expect(await managed.receive()).toEqual(octetsOf("first"));
    expect(await managed.receive()).toEqual(octetsOf("second"));
  });
});

describe("the reply that a managed connection waits for", () => {
  it("may take replyTimeout after the command is sent, however long that takes", async () => {
    const { socket, clock, managed } = world(false, undefined, { replyTimeout: 1000 });
    const first = managed.receive();
    socket.say("331 password");
    await first;
    let finish = () => {};
    Object.assign(socket, { send: () => new Promise<void>((resolve) => (finish = resolve)) });
    const sending = managed.send(octetsOf("PASS x"));
    await clock.advance(999);
    finish();
    await sending;
    const reply = outcome(managed.receive());
    await clock.advance(999);
    expect(reply.is).toBe("waiting");
    await clock.advance(1);
    expect(reply.is).toMatchObject({ code: "timeout", hint: expect.stringContaining("replyTimeout") });
  });
});

describe("the time for a reply", () => {
  const LATE = {
    code: "timeout",
    message: "the server's reply timed out after 1 s",
    hint: "increase the limit replyTimeout",
  };
  const begun = () => world(false, undefined, { replyTimeout: 1000, idleTimeout: 5000, minRate: 1 });

  it("is one for all parts of the reply", async () => {
    const { socket, clock, managed } = begun();
    for (let i = 0; i < 2; i++) {
      const part = managed.receive();
      await clock.advance(400);
      socket.say("220-");
      await part;
    }
    const rest = outcome(managed.receive());
    await clock.advance(199);
    expect(rest.is).toBe("waiting");
    await clock.advance(1);
    expect(rest.is).toMatchObject(LATE);
  });

  it("starts again after data of a body", async () => {
    const { socket, clock, managed } = begun();
    socket.say("150 ok");
    await managed.receive();
    const body = managed.receive("body");
    await clock.advance(900);
    socket.say("x");
    await body;
    const reply = outcome(managed.receive());
    await clock.advance(999);
    expect(reply.is).toBe("waiting");
    await clock.advance(1);
    expect(reply.is).toMatchObject(LATE);
  });

  it("starts at the end of a transfer on another connection of the call", async () => {
    const { clock, call, managed } = begun();
    const early = outcome(managed.receive());
    await clock.advance(1000);
    expect(early.is).toMatchObject(LATE);
    call.lastActivity = clock.elapsed() - 100;
    const reply = outcome(managed.receive());
    await clock.advance(899);
    expect(reply.is).toBe("waiting");
    await clock.advance(1);
    expect(reply.is).toMatchObject(LATE);
  });

  it("is that of a pause in a body: idleTimeout", async () => {
    const { clock, managed } = begun();
    const body = outcome(managed.receive("body"));
    await clock.advance(4999);
    expect(body.is).toBe("waiting");
    await clock.advance(1);
    expect(body.is).toMatchObject({
      message: "waiting for data timed out after 5 s",
      hint: "increase the limit idleTimeout",
    });
  });
});

describe("a body that a managed connection receives", () => {
  /** Receives chunks of these sizes, each after this time. Returns the outcome of the last receive. */
  async function received(sizes: readonly number[], milliseconds: number) {
    const { socket, clock, managed } = world(false, undefined, { idleTimeout: 1000, minRate: 2000 });
    let last: unknown;
    for (const size of sizes) {
      const receiving = managed.receive("body").then(
        (bytes) => bytes?.length ?? 0,
        (error: unknown) => error,
      );
      await clock.advance(milliseconds);
      socket.say(size === 0 ? undefined : "x".repeat(size));
      last = await receiving;
    }
    return last;
  }

  it.each<[string, readonly number[], number]>([
    ["at minRate", [1000, 1000, 1000, 1000], 500],
    ["below minRate for less than idleTimeout", [1, 1, 1], 333],
    ["below minRate for idleTimeout, and at minRate before and after", [1000, 1000, 1999, 1], 500],
    ["slowly, and then ends", [1, 0], 500],
    ["at once", [1, 1, 1, 1], 0],
  ])("may arrive %s", async (_, sizes, milliseconds) => {
    expect(await received(sizes, milliseconds)).toBe(sizes.at(-1));
  });

  it.each<[string, readonly number[]]>([
    ["below minRate for idleTimeout", [1000, 999]],
    ["below minRate for idleTimeout, after a time at minRate", [9000, 9000, 1000, 999]],
  ])("fails if it arrives %s", async (_, sizes) => {
    expect(await received(sizes, 500)).toMatchObject({
      code: "timeout",
      message: expect.stringContaining("slower than minRate"),
      hint: expect.stringContaining("minRate"),
    });
  });

  it("counts as activity of the call, which is why other calls wait", async () => {
    const { socket, clock, call, managed } = world();
    await clock.advance(7);
    const receiving = managed.receive("body");
    await clock.advance(5);
    socket.say("x");
    await receiving;
    expect(call.lastActivity).toBe(clock.elapsed());
  });
});

describe("the end of a managed connection", () => {
  it("ends the client's half if the transport can, and closes it otherwise", async () => {
    const { socket, clock, call, managed } = world();
    let ended = 0;
    Object.assign(socket, { end: async () => void ended++ });
    await clock.advance(9);
    await managed.end();
    expect([ended, socket.closed, call.lastActivity]).toEqual([1, false, clock.elapsed()]);
    const other = world();
    await other.managed.end();
    expect(other.socket.closed).toBe(true);
  });

  it("limits the wait for the client's half to be sent by replyTimeout", async () => {
    const { socket, clock, managed } = world(false, undefined, { replyTimeout: 1000 });
    Object.assign(socket, { end: () => new Promise(() => {}) });
    const ending = outcome(managed.end());
    await clock.advance(999);
    expect(ending.is).toBe("waiting");
    await clock.advance(1);
    expect(ending.is).toMatchObject({ code: "timeout", hint: expect.stringContaining("replyTimeout") });
  });

  it("returns a farewell, and nothing if it is late or the connection is lost", async () => {
    const { socket, clock, managed } = world(false, undefined, { farewellTimeout: 1000 });
    socket.say("221 bye");
    expect(await managed.receive("farewell")).toEqual(octetsOf("221 bye"));
    socket.say(new Error("reset"));
    expect(await managed.receive("farewell")).toBeUndefined();
    const late = outcome(managed.receive("farewell"));
    await clock.advance(999);
    expect(late.is).toBe("waiting");
    await clock.advance(1);
    expect(late.is).toBe("done");
  });

  it("reports the abort of the call in a farewell", async () => {
    const controller = new AbortController();
    const { managed } = world(false, undefined, {}, controller.signal);
    const farewell = outcome(managed.receive("farewell"));
    const reason = new Error("enough");
    controller.abort(reason);
    await settled();
    expect(farewell.is).toBe(reason);
  });
});

describe("TLS that starts on a managed connection", () => {
  const secured = (own: ReturnType<typeof world>) => {
    const connection = Object.assign(new FakeConnection("192.0.2.1", 21), { tls: TLS });
    const names: unknown[] = [];
    Object.assign(own.transport, {
      secure: async (_: unknown, { serverName }: { readonly serverName: string }) => {
        names.push(serverName);
        return connection;
      },
    });
    return { connection, names };
  };

  it("replaces its connection, and has the name of the host", async () => {
    const own = world();
    const { connection, names } = secured(own);
    await own.managed.secure();
    expect([own.managed.tls, own.link.isSecure, own.link.connection === connection]).toEqual([
      TLS,
      true,
      true,
    ]);
    expect([names, connection.closed]).toEqual([["h.example"], false]);
    await own.managed.send(octetsOf("x"));
    expect([own.socket.sent, connection.sent]).toEqual([[], ["x"]]);
    await expect(own.managed.secure()).rejects.toMatchObject({
      code: "plugin-fault",
      message: "this connection already uses TLS",
    });
  });

  it("has the address as its name without a name of the host", async () => {
    const own = world();
    const { names } = secured(own);
    const link = { ...own.link, remote: { address: "192.0.2.1", port: 21 } };
    await new ManagedConnection(link, own.dialing).secure();
    expect(names).toEqual(["192.0.2.1"]);
  });

  it("has its time, and is closed if it is late", async () => {
    const own = world(false, undefined, { connectTimeout: 1000 });
    const late = new FakeConnection("192.0.2.1", 21);
    let finish = (_: Connection) => {};
    Object.assign(own.transport, { secure: () => new Promise<Connection>((resolve) => (finish = resolve)) });
    const securing = outcome(own.managed.secure());
    await own.clock.advance(1000);
    expect(securing.is).toMatchObject({ code: "timeout", hint: "increase the limit connectTimeout" });
    finish(late);
    await settled();
    expect(late.closed).toBe(true);
  });
});

it("closes a connection with TLS that is ready only after the managed connection was closed", async () => {
  const { transport, managed } = world();
  const late: Connection = new FakeConnection("192.0.2.1", 21);
  Object.assign(transport, { secure: async () => late });
  const secured = managed.secure();
  managed.close();
  await secured;
  expect(late).toMatchObject({ closed: true });
});

it("a failed connection frees its slot for the next one of the same call", async () => {
  const scheme = defineScheme({
    name: "x-twice",
    defaultPort: 4000,
    cite: ["x-twice"],
    parse: () => ({}),
    format: () => "x-twice://h/",
    examples: [],
    access: async () => ({
      async get({ host = "" }: Url, context: Context): Promise<Entity> {
        const connect = () => context.connect({ host, port: 4000 });
        const connection = await connect().catch(connect);
        async function* body(): AsyncGenerator<Uint8Array, true, void> {
          yield (await connection.receive("body"))!;
          return true;
        }
        return { body: body() };
      },
    }),
  });
  const transport = new FakeTransport();
  let tries = 0;
  transport.answer = async ({ address, port }) => {
    if (tries++ === 0) throw new Error("refused");
    const connection = new FakeConnection(address, port);
    connection.say("it");
    return connection;
  };
  const client = createClient({ schemes: [scheme] as const, transport, connections: { perServer: 1 } });
  expect(await (await client.get("x-twice://h.example/")).text()).toBe("it");
});

it("the policy untrusted does not allow insecure TLS", async () => {
  const client = createClient({
    schemes: [line] as const,
    transport: new FakeTransport(),
    policy: "untrusted",
  });
  await expect(client.get("x-line://h.example/", { insecure: true })).rejects.toMatchObject({
    code: "unsupported",
  });
});
