import type { Connection } from "@anyurl/core/exchange";
import { type MemoryHandler, memoryTransport } from "@anyurl/testkit";
import { describe, expect, test } from "vitest";
import { toWebStreams } from "../src/index.ts";

const never = new AbortController().signal;

async function connected(handler: MemoryHandler) {
  const transport = memoryTransport();
  transport.listen("192.0.2.1", 4000, handler);
  const connection = await transport.connect({ address: "192.0.2.1", port: 4000, maxBuffer: 1024 }, never);
  return { transport, connection, traffic: transport.connections[0]! };
}

const echo: MemoryHandler = async (peer) => {
  for (let octets = await peer.receive(); octets; octets = await peer.receive()) await peer.send(octets);
  await peer.send("bye");
  peer.end();
};
const bytes = (text: string) => new TextEncoder().encode(text);

describe("a connection as web streams", () => {
  test("sends and receives, and reads on after it has ended its side", async () => {
    const { connection } = await connected(echo);
    const { readable, writable, closed, remoteAddress, remotePort } = toWebStreams(connection);
    const writer = writable.getWriter();
    await writer.write(bytes("hello "));
    await writer.close();
    expect(await new Response(readable).text()).toBe("hello bye");
    await expect(closed).resolves.toBeUndefined();
    expect([remoteAddress, remotePort]).toEqual(["192.0.2.1", 4000]);
  });

  test("lets the server wait if the stream is not read", async () => {
    const { connection, traffic } = await connected(async (peer) => {
      for (let i = 0; i < 1000; i++) await peer.send(new Uint8Array(1024));
    });
    const { readable, close } = toWebStreams(connection);
    const reader = readable.getReader();
    await reader.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(traffic.taken).toBeLessThan(20 * 1024);
    close();
  });

  test("sends what was written, if the buffer is reused after the write", async () => {
    const { connection } = await connected(echo);
    const { readable, writable } = toWebStreams(connection);
    const writer = writable.getWriter();
    const buffer = bytes("one");
    await writer.write(buffer);
    buffer.fill(0);
    await writer.close();
    expect(await new Response(readable).text()).toBe("onebye");
  });

  test.each(["cancel", "abort", "close"] as const)("closes the connection on %s", async (way) => {
    const { transport, connection } = await connected(echo);
    const streams = toWebStreams(connection);
    if (way === "cancel") await streams.readable.cancel();
    else if (way === "abort") await streams.writable.abort();
    else streams.close();
    await expect(streams.closed).resolves.toBeUndefined();
    expect(transport.open).toBe(0);
  });

  test("fails with the error of the connection, in both directions", async () => {
    const { transport, connection } = await connected((peer) => peer.reset());
    const { readable, closed } = toWebStreams(connection);
    await expect(readable.getReader().read()).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect(closed).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(transport.open).toBe(0);
    const other = await connected((peer) => peer.reset());
    const { writable } = toWebStreams(other.connection);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(writable.getWriter().write(bytes("x"))).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(other.transport.open).toBe(0);
  });

  test("is ended by an abort, with its reason, and leaves no listener", async () => {
    const { transport, connection } = await connected(echo);
    const controller = new AbortController();
    const { readable, closed } = toWebStreams(connection, { signal: controller.signal });
    const read = readable.getReader().read();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(read).rejects.toBe(reason);
    await expect(closed).rejects.toBe(reason);
    expect(transport.open).toBe(0);
  });

  test("is ended by a signal that was aborted before", async () => {
    const { transport, connection } = await connected(echo);
    const { closed } = toWebStreams(connection, { signal: AbortSignal.abort(new Error("early")) });
    await expect(closed).rejects.toThrow("early");
    expect(transport.open).toBe(0);
  });

  test("ends its side of a connection that cannot be half closed without an effect", async () => {
    const connection: Connection = {
      remote: { address: "192.0.2.1", port: 1 },
      send: async () => {},
      receive: async () => undefined,
      close: () => {},
    };
    await expect(toWebStreams(connection).writable.close()).resolves.toBeUndefined();
  });
});
