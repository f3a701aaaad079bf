import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Connection } from "@anyurl/core/exchange";
import { type MemoryHandler, memoryTransport } from "@anyurl/testkit";
import { describe, expect, test } from "vitest";
import { toDuplex } from "../src/duplex.ts";

const never = new AbortController().signal;
const bytes = (size: number) => new Uint8Array(size).map((_, i) => i);

/** A connection in memory to a server with this behavior. */
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

describe("a connection as a Node stream", () => {
  test("sends and receives, and reads on after it has ended its side", async () => {
    const { transport, connection } = await connected(echo);
    const stream = toDuplex(connection);
    stream.write("hello ");
    stream.end("world");
    expect(await text(stream)).toBe("hello worldbye");
    if (!stream.closed) await once(stream, "close");
    expect(transport.open).toBe(0);
  });

  test("sends on after the server has ended its side", async () => {
    const heard: string[] = [];
    const { connection } = await connected(async (peer) => {
      peer.end();
      for (let octets = await peer.receive(); octets; octets = await peer.receive())
        heard.push(new TextDecoder().decode(octets));
    });
    const stream = toDuplex(connection);
    stream.resume();
    await once(stream, "end");
    stream.write("late");
    stream.end();
    await once(stream, "close");
    expect(heard).toEqual(["late"]);
  });

  test("lets the server wait if the stream is not read, and the writer if the server does not read", async () => {
    const { connection, traffic } = await connected(async (peer) => {
      for (let i = 0; i < 1000; i++) await peer.send(bytes(1024));
    });
    const stream = toDuplex(connection);
    stream.read(0);
    let written = 0;
    while (stream.write(bytes(1024))) written++;
    const full = written;
    await new Promise((resolve) => setImmediate(resolve));
    expect(full).toBeLessThan(200);
    expect(traffic.taken).toBeLessThan(200 * 1024);
    expect(traffic.sentPeak).toBeLessThan(200 * 1024);
    stream.destroy();
  });

  test("sends what was written, if the buffer is reused after the callback", async () => {
    const { connection } = await connected(echo);
    const stream = toDuplex(connection);
    const buffer = Buffer.from("one");
    await new Promise((resolve) => stream.write(buffer, resolve));
    buffer.fill("x");
    stream.end();
    expect(await text(stream)).toBe("onebye");
  });

  test("fails with the error of the connection, and closes it", async () => {
    const { transport, connection } = await connected((peer) => peer.reset());
    const stream = toDuplex(connection);
    stream.resume();
    const [error] = await once(stream, "error");
    expect(error).toMatchObject({ code: "ECONNRESET" });
    expect(transport.open).toBe(0);
  });

  test("fails a write with the error of the connection", async () => {
    const { connection } = await connected((peer) => peer.reset());
    const stream = toDuplex(connection);
    await new Promise((resolve) => setImmediate(resolve));
    stream.write("x");
    const [error] = await once(stream, "error");
    expect(error).toMatchObject({ code: "ECONNRESET" });
  });

  test("is destroyed by an abort, with its reason as the cause", async () => {
    const { transport, connection } = await connected(echo);
    const controller = new AbortController();
    const stream = toDuplex(connection, { signal: controller.signal });
    stream.resume();
    const reason = new Error("enough");
    controller.abort(reason);
    const [error] = await once(stream, "error");
    expect(error).toMatchObject({ name: "AbortError", cause: reason });
    expect(transport.open).toBe(0);
  });

  test("closes the connection when it is destroyed", async () => {
    const { transport, connection } = await connected(echo);
    toDuplex(connection).destroy();
    await new Promise((resolve) => setImmediate(resolve));
    expect(transport.open).toBe(0);
  });

  test("skips an empty chunk", async () => {
    const chunks = [new Uint8Array(0), bytes(1), undefined];
    const connection: Connection = {
      remote: { address: "192.0.2.1", port: 1 },
      send: async () => {},
      receive: async () => chunks.shift(),
      close: () => {},
    };
    const stream = toDuplex(connection);
    expect(await text(stream)).toBe("\0");
  });

  test("has the methods of a socket that libraries call", async () => {
    const { connection } = await connected(echo);
    const stream = toDuplex(connection);
    expect(stream.setTimeout().setNoDelay().setKeepAlive().ref().unref()).toBe(stream);
    expect([stream.remoteAddress, stream.remotePort]).toEqual(["192.0.2.1", 4000]);
    stream.destroy();
  });
});
