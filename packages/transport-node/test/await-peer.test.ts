import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { Listener } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { nodeTransport } from "../src/index.ts";

const LOOPBACK = "127.0.0.1";

function listening(signal: AbortSignal = new AbortController().signal, peer = LOOPBACK): Promise<Listener> {
  return nodeTransport().awaitPeer!({ address: LOOPBACK, peer, maxBuffer: 1000 }, signal);
}

async function visitor({ port }: Listener): Promise<Socket> {
  const socket = connect({ port, host: LOOPBACK });
  await once(socket, "connect");
  return socket.resume();
}

/** Resolves when the peer's connection has been closed. */
async function isLeft(socket: Socket): Promise<void> {
  await once(socket, "close");
}

describe("a listener for one peer", () => {
  it("returns the connection of the peer", async () => {
    const listener = await listening();
    const socket = await visitor(listener);
    const connection = await listener.accept();
    listener.close();
    socket.write("hello");
    expect(Buffer.from((await connection.receive())!).toString()).toBe("hello");
    connection.close();
    await isLeft(socket);
  });

  it("closes connections from other addresses", async () => {
    const listener = await listening(undefined, "127.0.0.9");
    await isLeft(await visitor(listener));
    listener.close();
  });

  it("closes a connection that was not accepted, if the listener closes", async () => {
    const listener = await listening();
    const socket = await visitor(listener);
    listener.close();
    await isLeft(socket);
  });

  it("closes a connection that was not accepted, if the call is aborted", async () => {
    const caller = new AbortController();
    const listener = await listening(caller.signal);
    const socket = await visitor(listener);
    caller.abort(new Error("canceled"));
    await isLeft(socket);
    listener.close();
  });
});
