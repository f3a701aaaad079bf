import type { Connection, SecureOptions, TlsUpgrade, Transport } from "@anyurl/core/exchange";
import { expect, test } from "vitest";
import { applyLayers, chaos, type Layer, logging, rateLimit, retry } from "../../src/layers/index.ts";
import { wrapTransport } from "../../src/layers/layer.ts";
import { ProxyReader } from "../../src/proxies/reader.ts";
import { FakeConnection, FakeTransport } from "../world.ts";

const { signal } = new AbortController();
const LAYERS: readonly (readonly [string, Layer])[] = [
  ["retry", retry()],
  ["rateLimit", rateLimit({ octetsPerSecond: 1000, connectionsPerSecond: 10 })],
  ["logging", logging(() => {})],
  ["chaos", chaos({ seed: 1 })],
];

test("applyLayers makes the first layer the outermost", async () => {
  const order: string[] = [];
  const noting =
    (name: string): Layer =>
    (next) =>
      wrapTransport(next, {
        resolve: (host, until) => {
          order.push(name);
          return next.resolve(host, until);
        },
      });
  await applyLayers(new FakeTransport(), noting("outer"), noting("inner")).resolve("a.example", signal);
  expect(order).toEqual(["outer", "inner"]);
});

test("applyLayers returns the transport itself without layers", () => {
  const transport = new FakeTransport();
  expect(applyLayers(transport)).toBe(transport);
});

/** A transport may be a class with private state. */
class SecuringTransport extends FakeTransport implements Transport {
  readonly more = "what nobody here knows";
  readonly #asked: string[] = [];

  get asked(): readonly string[] {
    return this.#asked;
  }

  async secure(connection: Connection, { serverName }: TlsUpgrade): Promise<Connection> {
    this.#asked.push(serverName);
    return connection;
  }
}

test.each(LAYERS)(
  "%s passes unknown members through, such as TLS on an open connection",
  async (_, layer) => {
    const inner = new SecuringTransport();
    const outer = layer(inner);
    expect(outer).toMatchObject({ more: "what nobody here knows" });
    const connection = await outer.connect({ address: "192.0.2.1", port: 21, maxBuffer: 10 }, signal);
    const secured = await outer.secure?.(connection, { serverName: "a.example", maxBuffer: 10 }, signal);
    expect(inner.asked).toEqual(["a.example"]);
    // The layer also applies under TLS, which uses its connection.
    expect(secured).toBe(connection);
    expect(await outer.resolve("a.example", signal)).toEqual(["127.0.0.1"]);
  },
);

test.each(LAYERS)("%s adds no `secure` to a transport without it", (_, layer) => {
  expect("secure" in layer(new FakeTransport())).toBe(false);
});

test.each(LAYERS)("%s: a connection reports its address and its TLS data", async (_, layer) => {
  const inner = new FakeTransport();
  const tls = { protocol: "TLSv1.3", authorized: true, fingerprint: "0A" };
  inner.answer = async () => Object.assign(new FakeConnection("192.0.2.7", 70), { tls });
  const connection = await layer(inner).connect({ address: "192.0.2.7", port: 70, maxBuffer: 10 }, signal);
  expect(connection.remote).toEqual({ address: "192.0.2.7", port: 70 });
  expect(connection.tls).toEqual(tls);
});

/** The members that a connection may lack. A new one does not compile until it has a row here. */
type OptionalMember = keyof {
  [Name in keyof Connection as object extends Pick<Connection, Name> ? Name : never]: true;
};
const OPTIONAL: Record<OptionalMember, true> = {
  local: true,
  tls: true,
  poll: true,
  secure: true,
  end: true,
  resetUnlessEnded: true,
  rest: true,
};

/** A connection with every optional method, which notes its calls. */
class WholeConnection extends FakeConnection implements Connection {
  readonly calls: unknown[] = [];
  readonly local = { address: "192.0.2.9" };
  readonly tls = { protocol: "TLSv1.3", authorized: true, fingerprint: "0A" };
  early: Uint8Array | undefined = Uint8Array.of(1, 2, 3);

  async poll(): Promise<Uint8Array | undefined> {
    const { early } = this;
    this.early = undefined;
    return early;
  }

  async secure(options?: SecureOptions): Promise<void> {
    this.calls.push(["secure", options]);
  }

  async end(): Promise<void> {
    this.calls.push("end");
  }

  resetUnlessEnded(): void {
    this.calls.push("resetUnlessEnded");
  }

  rest(resting: boolean): void {
    this.calls.push(["rest", resting]);
  }
}

/** Every wrapper of a connection below the client's own. */
const WRAPPERS: readonly (readonly [string, (inner: FakeConnection) => Promise<Connection>])[] = [
  ...LAYERS.map(
    ([name, layer]) =>
      [
        name,
        (inner: FakeConnection) => {
          const transport = new FakeTransport();
          transport.answer = async () => inner;
          return layer(transport).connect({ address: "192.0.2.7", port: 21, maxBuffer: 10 }, signal);
        },
      ] as const,
  ),
  [
    "a tunnel that sends early",
    async (inner) => {
      inner.say("OK\r\nearly");
      const reader = new ProxyReader(inner);
      await reader.line(100);
      const tunnel = reader.tunnel();
      expect(tunnel).not.toBe(inner);
      await tunnel.receive();
      return tunnel;
    },
  ],
];

test.each(WRAPPERS)("%s passes on all optional members of a connection", async (_, wrap) => {
  const inner = new WholeConnection("192.0.2.7", 21);
  const connection: Connection = await wrap(inner);
  for (const name of Object.keys(OPTIONAL)) expect(name in connection, name).toBe(true);
  expect(connection.local).toEqual({ address: "192.0.2.9" });
  expect(connection.tls).toEqual(inner.tls);
  await connection.secure!({ closeNotify: true });
  await connection.end!();
  connection.resetUnlessEnded!();
  connection.rest!(true);
  expect(inner.calls).toEqual([["secure", { closeNotify: true }], "end", "resetUnlessEnded", ["rest", true]]);
  expect(await connection.poll!()).toEqual(Uint8Array.of(1, 2, 3));
  expect(await connection.poll!()).toBeUndefined();
});

test.each(WRAPPERS)("%s adds no method that the connection lacks", async (_, wrap) => {
  const connection = await wrap(new FakeConnection("192.0.2.7", 21));
  for (const name of ["poll", "secure", "end", "resetUnlessEnded", "rest"])
    expect(name in connection, name).toBe(false);
});

test("a tunnel polls the bytes that came after the reply of the proxy", async () => {
  const inner = new WholeConnection("192.0.2.7", 21);
  inner.say("OK\r\nearly");
  const reader = new ProxyReader(inner);
  await reader.line(100);
  const tunnel = reader.tunnel();
  expect(Buffer.from((await tunnel.poll!())!).toString()).toBe("early");
  expect(await tunnel.poll!()).toEqual(Uint8Array.of(1, 2, 3));
  expect(await tunnel.poll!()).toBeUndefined();
});
