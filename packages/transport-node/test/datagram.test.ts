import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import { expectNoLeaks } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { nodeTransport } from "../src/index.ts";

const transport = nodeTransport();
const never = new AbortController().signal;
const octets = (text: string) => new TextEncoder().encode(text);
const text = (received: Uint8Array | undefined) => received && new TextDecoder().decode(received);

/** Starts a UDP server on loopback that handles each datagram with `behave`. */
async function serve(
  behave: (datagram: Uint8Array, from: RemoteInfo, socket: Socket) => void,
  address: "127.0.0.1" | "::1" = "127.0.0.1",
) {
  const socket = createSocket(address === "::1" ? "udp6" : "udp4");
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  socket.on("message", (datagram, from) => behave(datagram, from, socket));
  const close = () => new Promise<void>((resolve) => socket.close(resolve));
  return { port: socket.address().port, socket, [Symbol.asyncDispose]: close };
}

const open = (port: number, { address = "127.0.0.1", maxBuffer = 256 * 1024, signal = never } = {}) =>
  transport.datagram!({ address, port, maxBuffer }, signal);

/** Starts a server that answers its first datagram with these, and says when all of them have arrived. */
async function serveFlood(flood: readonly Uint8Array[]) {
  let allSent = () => {};
  const answered = new Promise<void>((resolve) => {
    allSent = resolve;
  });
  const server = await serve((_datagram, from, socket) => {
    const sent = flood.map(
      (each) => new Promise<void>((done) => socket.send(each, from.port, from.address, () => done())),
    );
    void Promise.all(sent).then(() => allSent());
  });
  const arrived = async () => {
    await answered;
    // On loopback, what was sent can be read. A turn of the event loop reads more than one datagram.
    for (let turn = 0; turn < flood.length; turn++) await new Promise(setImmediate);
  };
  return { ...server, arrived };
}

describe("a datagram socket", () => {
  it.each(["127.0.0.1", "::1"] as const)("sends and receives one datagram at a time: %s", async (address) => {
    await using server = await serve((datagram, from, socket) => {
      for (const answer of [datagram, octets(""), octets("end")])
        socket.send(answer, from.port, from.address);
    }, address);
    await expectNoLeaks(async () => {
      const socket = await open(server.port, { address });
      expect(socket.remote).toEqual({ address, port: server.port });
      await socket.send(octets("hello"));
      expect(text(await socket.receive(5_000))).toBe("hello");
      expect(text(await socket.receive(5_000))).toBe("");
      expect(text(await socket.receive(5_000))).toBe("end");
      socket.close();
      socket.close();
    });
  });

  it("uses a new local port each time, and returns bytes that belong to the reader", async () => {
    const ports = new Set<number>();
    await using server = await serve((datagram, from, socket) => {
      ports.add(from.port);
      socket.send(datagram, from.port, from.address);
    });
    const sockets = await Promise.all(Array.from({ length: 8 }, () => open(server.port)));
    for (const socket of sockets) {
      await socket.send(octets("x"));
      const received = await socket.receive(5_000);
      expect(received?.constructor).toBe(Uint8Array);
      expect(received?.buffer.byteLength).toBe(1);
    }
    expect(ports.size).toBe(8);
    for (const socket of sockets) socket.close();
  });

  it("ignores datagrams from other senders, even if they know its port", async () => {
    const forger = createSocket("udp4");
    await new Promise<void>((resolve) => forger.bind(0, "127.0.0.1", resolve));
    const another = createSocket("udp4");
    await new Promise<void>((resolve) => another.bind(0, "127.0.0.2", resolve));
    await using server = await serve((_datagram, from, socket) => {
      const forge = (by: Socket, then: () => void) => by.send("forged", from.port, from.address, then);
      forge(forger, () => forge(another, () => socket.send("real", from.port, from.address)));
    });
    const socket = await open(server.port);
    await socket.send(octets("hello"));
    expect(text(await socket.receive(5_000))).toBe("real");
    expect(await socket.receive(50)).toBeUndefined();
    socket.close();
    for (const each of [forger, another]) await new Promise<void>((resolve) => each.close(resolve));
  });

  it("returns undefined after the timeout, and still receives later datagrams", async () => {
    let answer: () => void = () => {};
    await using server = await serve((datagram, from, socket) => {
      answer = () => socket.send(datagram, from.port, from.address);
    });
    const socket = await open(server.port);
    await socket.send(octets("x"));
    expect(await socket.receive(20)).toBeUndefined();
    expect(await socket.receive(0)).toBeUndefined();
    answer();
    expect(text(await socket.receive(Number.POSITIVE_INFINITY))).toBe("x");
    socket.close();
  });

  it("drops datagrams beyond maxBuffer", async () => {
    const flood = Array.from({ length: 100 }, (_, i) => new Uint8Array(1_000).fill(i));
    await using server = await serveFlood([...flood, octets("")]);
    const socket = await open(server.port, { maxBuffer: 10_000 });
    await socket.send(octets("x"));
    await server.arrived();
    const received: number[] = [];
    for (let next = await socket.receive(0); next !== undefined; next = await socket.receive(0))
      received.push(next.length);
    expect(received.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(10_000);
    expect(received.length).toBeGreaterThan(5);
    socket.close();
  });

  it("does not buffer empty datagrams without limit", async () => {
    await using server = await serveFlood(Array.from({ length: 200 }, () => octets("")));
    const socket = await open(server.port, { maxBuffer: 640 });
    await socket.send(octets("x"));
    await server.arrived();
    let count = 0;
    while ((await socket.receive(0)) !== undefined) count++;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(10);
    socket.close();
  });

  it("is closed by an abort with its reason, and leaves no open handles", async () => {
    await using server = await serve(() => {});
    await expectNoLeaks(async () => {
      const controller = new AbortController();
      const socket = await open(server.port, { signal: controller.signal });
      const waiting = expect(socket.receive(Number.POSITIVE_INFINITY)).rejects.toThrow("enough");
      controller.abort(new Error("enough"));
      await waiting;
      await expect(socket.send(octets("x"))).rejects.toThrow("enough");
      await expect(open(server.port, { signal: controller.signal })).rejects.toThrow("enough");
      const other = new AbortController();
      const opening = open(server.port, { signal: other.signal });
      other.abort(new Error("at once"));
      await expect(opening).rejects.toThrow("at once");
    });
  });

  it("rejects names", async () => {
    await expect(open(9, { address: "localhost" })).rejects.toThrow(TypeError);
  });
});
