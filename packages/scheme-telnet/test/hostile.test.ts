import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isAccessError } from "@anyurl/core";
import type { MemoryPeer } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import type { TelnetSession } from "../src/index.ts";
import { octets, opened } from "./world.ts";

/** Bytes per read. */
const PIECE = 64 * 1024;

/** Repeats the bytes. */
function repeated(wire: string): Uint8Array {
  const once = octets(wire);
  const piece = new Uint8Array(Math.floor(PIECE / once.length) * once.length);
  for (let at = 0; at < piece.length; at += once.length) piece.set(once, at);
  return piece;
}

/** Sends the chunk until the client disconnects, or up to a number of times. */
function floods(piece: Uint8Array, times = Number.POSITIVE_INFINITY): (peer: MemoryPeer) => Promise<void> {
  return async (peer) => {
    for (let i = 0; i < times && peer.open; i++) await peer.send(piece);
    peer.end();
  };
}

/** Reads to the end without storing anything. */
async function drained({ readable }: TelnetSession): Promise<number> {
  let size = 0;
  for await (const piece of readable) size += piece.length;
  return size;
}

describe("hostile servers", () => {
  it.each([
    ["DO and DONT without end", "FF FD 03 FF FE 03"],
    ["DO of an unknown option, a million times", "FF FD 63"],
    ["WILL and WONT without end", "FF FB 01 FF FC 01"],
    ["SEND of the terminal's type, a million times", "FF FD 18 FF FA 18 01 FF F0"],
    ["SEND of the environment, a million times", "FF FD 27 FF FA 27 01 FF F0"],
    ["DO and DONT of the window's size", "FF FD 1F FF FE 1F"],
  ])("%s: get at most maxNegotiation bytes of replies", async (_, storm) => {
    const world = await opened(floods(repeated(storm)), {
      options: { size: { columns: 80, rows: 24 }, env: { A: "b" } },
    });
    await expect(drained(world.session)).rejects.toMatchObject({ code: "protocol-error" });
    expect(world.sent.length / 3).toBeLessThanOrEqual(2048);
    expect(world.transport.open).toBe(0);
  });

  it("an endless subnegotiation: buffer at most maxSubnegotiation bytes", async () => {
    const world = await opened(async (peer) => {
      await peer.send(octets("FF FA 18"));
      await floods(new Uint8Array(PIECE).fill(0x41))(peer);
    });
    await expect(drained(world.session)).rejects.toMatchObject({
      code: "protocol-error",
      hint: expect.stringContaining("maxSubnegotiation"),
    });
    expect(world.transport.connections[0]!.taken).toBeLessThanOrEqual(PIECE + 3);
    expect(world.transport.open).toBe(0);
  });

  it("a subnegotiation of IAC IAC without end", async () => {
    const world = await opened(async (peer) => {
      await peer.send(octets("FF FA 18"));
      await floods(new Uint8Array(PIECE).fill(0xff))(peer);
    });
    await expect(drained(world.session)).rejects.toMatchObject({ code: "protocol-error" });
  });

  it("endless rejections and commands: get no reply", async () => {
    const world = await opened(floods(repeated("FF FE 03 FF FC 01 FF F1 FF F6"), 100));
    expect(await drained(world.session)).toBe(0);
    expect(world.sent).toBe("");
  });

  it("10 MB without a line end and with an IAC at each chunk boundary: pass at the reader's pace", async () => {
    const piece = new Uint8Array(PIECE).fill(0x41);
    // IAC IAC split between two chunks.
    piece[0] = 0xff;
    piece[PIECE - 1] = 0xff;
    const world = await opened(async (peer) => {
      await peer.send(octets("FF"));
      await floods(piece, 160)(peer);
    });
    let size = 0;
    let iacs = 0;
    for await (const octetsOfPiece of world.session.readable) {
      size += octetsOfPiece.length;
      iacs += octetsOfPiece.filter((octet) => octet === 0xff).length;
      expect(octetsOfPiece.length).toBeLessThanOrEqual(PIECE);
    }
    // The very last one waits for a second that never comes.
    expect(iacs).toBe(160);
    expect(size).toBe(160 * (PIECE - 1));
    expect(world.transport.connections[0]!.peak).toBeLessThanOrEqual(2 * PIECE);
  });

  it("uses no more memory after reading 32 MiB", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const held = () => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const world = await opened(floods(repeated(`"${"text".repeat(1000)}" 0D 00 FF FF 0D 0A FF F1`)));
    const pieces = world.session.readable[Symbol.asyncIterator]();
    await pieces.next();
    const before = held();
    for (let read = 0; read < 32 * 1024 * 1024; read += (await pieces.next()).value?.length ?? 0);
    // V8 frees buffers on its own thread, which can be late. Buffers that are still referenced are never freed.
    await expect.poll(() => held() - before, { timeout: 10_000 }).toBeLessThan(4 * 1024 * 1024);
    await world.session[Symbol.asyncDispose]();
  });

  it("does not read ahead", async () => {
    const world = await opened(floods(new Uint8Array(PIECE).fill(0x41)));
    for await (const _ of world.session.readable) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.transport.connections[0]!.taken).toBe(PIECE);
    await world.session[Symbol.asyncDispose]();
    expect(world.transport.open).toBe(0);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("fails on a reset after %i bytes of a negotiation", async (count) => {
    const world = await opened(async (peer) => {
      await peer.send(octets("FF FD 18 FF FA 18 01 FF F0").subarray(0, count));
      peer.reset();
    });
    await expect(drained(world.session)).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(world.transport.open).toBe(0);
  });

  it.each([1, 2, 4, 5, 6, 7])(
    "ends the session on a close after %i bytes of a negotiation",
    async (count) => {
      const world = await opened(async (peer) => {
        await peer.send(octets("FF FD 18 FF FA 18 01 FF F0").subarray(0, count));
        peer.end();
      });
      expect(await drained(world.session)).toBe(0);
      expect(world.transport.open).toBe(0);
    },
  );

  it("silence does not end a session, but an abort does", async () => {
    const world = await opened(async (peer) => void (await peer.closed));
    const read = drained(world.session);
    await world.session[Symbol.asyncDispose]();
    expect(await read).toBe(0);
    expect(world.transport.open).toBe(0);
  });

  it("another protocol is data, and gets no Telnet commands", async () => {
    const world = await opened(async (peer) => {
      await peer.send("SSH-2.0-OpenSSH_9.2p1\r\n");
      peer.end();
    });
    expect(await drained(world.session)).toBe(23);
    expect(world.sent).toBe("");
  });

  it("fails only with an AccessError for any bytes", async () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const often = [255, 255, 255, 250, 251, 252, 253, 254, 240, 24, 31, 39, 0, 1, 3, 13, 10, 65];
    for (let i = 0; i < 300; i++) {
      const wire = Uint8Array.from({ length: 400 }, () => often[Math.floor(random() * often.length)]!);
      const world = await opened(
        async (peer) => {
          await peer.send(wire);
          peer.end();
        },
        { options: { size: { columns: 80, rows: 24 }, env: { A: "b" }, binary: true } },
      );
      await drained(world.session).catch((error: unknown) => {
        if (!isAccessError(error)) throw error;
      });
      expect(world.transport.open).toBe(0);
      expect(world.sent.length / 3).toBeLessThanOrEqual(2048);
    }
  });
});
