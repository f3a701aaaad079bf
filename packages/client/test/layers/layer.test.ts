import type { Connection, TlsUpgrade, Transport } from "@anyurl/core/exchange";
import { expect, test } from "vitest";
import { applyLayers, chaos, type Layer, logging, rateLimit, retry } from "../../src/layers/index.ts";
import { wrapTransport } from "../../src/layers/layer.ts";
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
