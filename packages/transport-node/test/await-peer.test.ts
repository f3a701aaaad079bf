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

/** The other side has nothing to do with it any more. */
async function isLeft(socket: Socket): Promise<void> {
  await once(socket, "close");
}

describe("a door for one peer", () => {
  it("gives the connection that has come", async () => {
    const listener = await listening();
    const socket = await visitor(listener);
    const connection = await listener.accept();
    listener.close();
    socket.write("hello");
    expect(Buffer.from((await connection.receive())!).toString()).toBe("hello");
    connection.close();
    await isLeft(socket);
  });

  it("sends everybody else away", async () => {
    const listener = await listening(undefined, "127.0.0.9");
    await isLeft(await visitor(listener));
    listener.close();
  });

  it("leaves one who has come and was not asked in, when it is closed", async () => {
    const listener = await listening();
    const socket = await visitor(listener);
    listener.close();
    await isLeft(socket);
  });

  it("and when the call is aborted", async () => {
    const caller = new AbortController();
    const listener = await listening(caller.signal);
    const socket = await visitor(listener);
    caller.abort(new Error("called off"));
    await isLeft(socket);
    listener.close();
  });
});
