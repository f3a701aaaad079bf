import { DEFAULT_LIMITS, defineScheme, type Entity, octetsOf, type Url } from "@anyurl/core";
import type { Connection, Context, TlsFacts } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { CallScope } from "../../src/call/call-scope.ts";
import type { Link } from "../../src/connection/link.ts";
import { ManagedConnection } from "../../src/connection/managed-connection.ts";
import { resolvePolicy } from "../../src/connection/policy.ts";
import { createClient } from "../../src/index.ts";
import { FakeConnection, FakeTransport, line, ManualClock, settled } from "../world.ts";

const TLS: TlsFacts = { protocol: "TLSv1.3", authorized: true, fingerprint: "0A" };
const REMOTE = { address: "192.0.2.1", port: 21, host: "h.example" };

function world(isSecure = false, onClose?: () => void) {
  const [socket, clock] = [new FakeConnection("192.0.2.1", 21), new ManualClock()];
  const call = new CallScope(clock, Number.POSITIVE_INFINITY, undefined);
  const link: Link = { connection: Object.assign(socket, { tls: TLS }), remote: REMOTE, isSecure };
  const transport = new FakeTransport();
  const dialing = {
    ...{ call, clock, limits: DEFAULT_LIMITS, policy: resolvePolicy(), transport },
    ...{ scheme: "x-line", defaultPort: 4000 },
  };
  return { socket, link, transport, managed: new ManagedConnection(link, dialing, { onClose }) };
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

  it("has TLS only with the host, and not by TLS with a proxy", () => {
    expect(world(false).managed.tls).toBeUndefined();
    expect(world(true).managed.tls).toBe(TLS);
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
