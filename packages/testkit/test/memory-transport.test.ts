import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fakeClock,
  flushPromises,
  type MemoryHandler,
  type MemoryPeer,
  memoryTransport,
} from "../src/index.ts";

const ENDPOINT = { address: "10.0.0.1", port: 7, maxBuffer: 10 };
const { signal } = new AbortController();

async function connected(handler: MemoryHandler, changes: object = {}) {
  const transport = memoryTransport();
  const stop = transport.listen("10.0.0.1", 7, handler);
  const connection = await transport.connect({ ...ENDPOINT, ...changes }, signal);
  return { transport, connection, stop };
}

describe("memoryTransport", () => {
  it("resolves names in any case, and fails like a system resolver", async () => {
    const transport = memoryTransport({ names: { "h.example": ["10.0.0.1", "::1"] } });
    expect(await transport.resolve("H.example", signal)).toEqual(["10.0.0.1", "::1"]);
    await expect(transport.resolve("constructor", signal)).rejects.toMatchObject({ code: "ENOTFOUND" });
    await expect(transport.connect(ENDPOINT, signal)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(transport.looked).toEqual(["H.example", "constructor"]);
    expect(transport.dialled).toEqual([ENDPOINT]);
    expect([transport.open, transport.operations]).toEqual([0, 3]);
  });

  it("carries bytes in both directions unchanged, in chunks of any size", async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(pieces, async (all) => {
        const { connection, transport } = await connected(async (peer) => {
          for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive())
            await peer.send(octets);
        });
        const whole = concat(...all);
        const got: Uint8Array[] = [];
        const sending = (async () => {
          for (const octets of all) await connection.send(octets);
        })();
        for (let length = 0; length < whole.length; length += got.at(-1)!.length)
          got.push((await connection.receive())!);
        await sending;
        expect(concat(...got)).toEqual(whole);
        connection.close();
        expect([transport.open, transport.connections[0]!.taken]).toEqual([0, whole.length]);
      }),
      { numRuns: 50 },
    );
  });

  it("makes the peer wait beyond maxBuffer, at most one chunk later", async () => {
    let said = 0;
    const { connection, transport } = await connected(async (peer) => {
      for (; peer.open; said++) await peer.send("12345678");
    });
    await flushPromises();
    expect([said, transport.connections[0]!.peak]).toEqual([1, 16]);
    await connection.receive();
    await flushPromises();
    expect(said).toBe(2);
    connection.close();
    await flushPromises();
    expect(transport.faults).toEqual([]);
  });

  it("makes the client wait as well, and reports the number of waiting bytes", async () => {
    const { connection, transport } = await connected(async (peer) => void (await peer.closed));
    let sent = 0;
    const sending = (async () => {
      for (; ; sent++) await connection.send(octetsOf("12345678"));
    })();
    sending.catch(() => {});
    await flushPromises();
    expect([sent, transport.connections[0]!.sentPeak]).toEqual([1, 16]);
    connection.close();
    await expect(sending).rejects.toThrow("was closed");
  });

  it("ends one direction: the server receives all data and can still reply", async () => {
    const { connection } = await connected(async (peer) => {
      const got: Uint8Array[] = [];
      for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive())
        got.push(octets);
      await peer.send(concat(...got));
      peer.end();
    });
    await connection.send(octetsOf("hello"));
    await connection.end?.();
    await expect(connection.send(octetsOf("more"))).rejects.toMatchObject({ code: "EPIPE" });
    expect(textOf((await connection.receive())!)).toBe("hello");
    expect(await connection.receive()).toBeUndefined();
    connection.close();
  });

  it("returns bytes that belong to the reader", async () => {
    const hello = octetsOf("hello");
    const { connection } = await connected((peer) => peer.send(hello));
    (await connection.receive())!.fill(0);
    expect(textOf(hello)).toBe("hello");
  });

  it("reuses the memory of a loan at the next receive, and copies sent bytes", async () => {
    const sent = octetsOf("abc");
    const { connection, transport } = await connected(async (peer) => {
      for (const text of ["one", "two"]) await peer.send(text);
      peer.end();
    });
    const loan = await connection.receive("body", true);
    expect(textOf(loan!)).toBe("one");
    const own = await connection.receive();
    expect([textOf(own!), textOf(loan!)]).toEqual(["two", "<ke"]);
    await connection.send(sent);
    sent.fill(0);
    expect(textOf(transport.connections[0]!.sent[0]!)).toBe("abc");
  });

  it("distinguishes a close from a reset, and returns the bytes before it", async () => {
    const ended = await connected(async (peer) => {
      await peer.send("bye");
      peer.end();
    });
    expect(textOf((await ended.connection.receive())!)).toBe("bye");
    expect(await ended.connection.receive()).toBeUndefined();
    expect(await ended.connection.receive()).toBeUndefined();
    // The other direction is still open.
    await ended.connection.send(octetsOf("x"));

    const broken = await connected(async (peer) => {
      await peer.send("bye");
      peer.reset();
    });
    expect(textOf((await broken.connection.receive())!)).toBe("bye");
    await expect(broken.connection.receive()).rejects.toMatchObject({ code: "ECONNRESET" });
    await expect(broken.connection.send(octetsOf("x"))).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(broken.transport.open).toBe(1);
    broken.connection.close();
    broken.connection.close();
    expect(broken.transport.open).toBe(0);
  });

  it("returns what has arrived from a poll, without waiting", async () => {
    const { connection } = await connected((peer) => peer.send("early"));
    await flushPromises();
    expect(textOf((await connection.poll!())!)).toBe("early");
    expect(await connection.poll!()).toBeUndefined();
    connection.close();
    expect(await connection.poll!()).toBeUndefined();
  });

  it("resets a connection that the client has not ended, if the client requested that", async () => {
    const heard: string[] = [];
    const read = async (end: boolean) => {
      const { connection } = await connected(async (peer) => {
        try {
          for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive())
            heard.push(textOf(octets));
          heard.push("end");
        } catch (error) {
          heard.push(String((error as { code?: unknown }).code));
        }
      });
      connection.resetUnlessEnded!();
      await connection.send(octetsOf("x"));
      if (end) await connection.end!();
      connection.close();
      await flushPromises();
      return heard.splice(0).at(-1);
    };
    expect(await read(true)).toBe("end");
    expect(await read(false)).toBe("ECONNRESET");
  });

  it("rejects every pending call when the client closes", async () => {
    let heard: Uint8Array | undefined = new Uint8Array(1);
    const { connection } = await connected(async (peer) => {
      heard = await peer.receive();
      await peer.closed;
    });
    const waiting = connection.receive();
    connection.close();
    await expect(waiting).rejects.toThrow("closed");
    await expect(connection.send(octetsOf("x"))).rejects.toThrow("closed");
    await flushPromises();
    expect(heard).toBeUndefined();
  });

  it("leaves nothing open if a connect is aborted", async () => {
    const transport = memoryTransport();
    const stop = transport.drop("10.0.0.1", 7);
    const controller = new AbortController();
    const connecting = transport.connect(ENDPOINT, controller.signal);
    await flushPromises();
    expect([transport.open, transport.listeners]).toEqual([1, 1]);
    controller.abort(new Error("enough"));
    await expect(connecting).rejects.toThrow("enough");
    stop();
    expect([transport.open, transport.listeners]).toEqual([0, 0]);
  });

  it("allows one listener per address", () => {
    const transport = memoryTransport();
    transport.listen("::1", 7, () => {});
    expect(() => transport.listen("::1", 7, () => {})).toThrow(RangeError);
  });

  it("fails one operation on request", async () => {
    const transport = memoryTransport({ names: { h: ["10.0.0.1"] }, failAt: 1 });
    transport.listen("10.0.0.1", 7, () => {});
    await transport.resolve("h", signal);
    await expect(transport.connect(ENDPOINT, signal)).rejects.toMatchObject({ code: "EPIPE" });
    expect((await transport.connect(ENDPOINT, signal)).remote).toEqual({ address: "10.0.0.1", port: 7 });
  });
});

describe("TLS in memory", () => {
  const tls = { serverName: "h.example" };

  it("works if both sides use it", async () => {
    const transport = memoryTransport();
    transport.listen("10.0.0.1", 7, (peer) => peer.send(peer.serverName ?? "none"), { tls: true });
    transport.listen("10.0.0.1", 8, () => {});
    const connection = await transport.connect({ ...ENDPOINT, tls }, signal);
    expect(textOf((await connection.receive())!)).toBe("h.example");
    expect(connection.tls?.authorized).toBe(true);
    await expect(transport.connect(ENDPOINT, signal)).rejects.toMatchObject({ code: "ECONNRESET" });
    const clear = transport.connect({ ...ENDPOINT, port: 8, tls }, signal);
    await expect(clear).rejects.toMatchObject({ code: "ERR_SSL_WRONG_VERSION_NUMBER" });
  });

  it("starts on an open connection if both sides start it", async () => {
    const { transport, connection } = await connected(
      async (peer) => {
        await peer.send("go on");
        await peer.secure();
        await peer.send("hidden");
      },
      { maxBuffer: 100 },
    );
    expect(connection.tls).toBeUndefined();
    await connection.send(octetsOf("begin"));
    await connection.receive();
    const secured = await transport.secure(connection, { ...tls, maxBuffer: 10 }, signal);
    await secured.send(octetsOf("secret"));
    expect(textOf((await secured.receive())!)).toBe("hidden");
    const [{ clear, sent, secured: isSecured } = expect.unreachable()] = transport.connections;
    expect([clear, sent.length, isSecured]).toEqual([1, 2, true]);
  });

  it("does not start after unread bytes", async () => {
    const { transport, connection } = await connected((peer) => peer.send("230 be welcome"));
    await flushPromises();
    const begun = transport.secure(connection, { ...tls, maxBuffer: 10 }, signal);
    await expect(begun).rejects.toMatchObject({ code: "desync" });
    expect(transport.open).toBe(0);
  });

  it("fails if the server sends clear text or closes, or if the caller aborts", async () => {
    const upgrade = { ...tls, maxBuffer: 10 };
    const clear = await connected(async (peer) => {
      await peer.receive();
      await peer.send("what?");
    });
    const begun = clear.transport.secure(clear.connection, upgrade, signal);
    await clear.connection.send(octetsOf("x"));
    await expect(begun).rejects.toMatchObject({ code: "ERR_SSL_WRONG_VERSION_NUMBER" });

    const gone = await connected((peer) => peer.end());
    await expect(gone.transport.secure(gone.connection, upgrade, signal)).rejects.toMatchObject({
      code: "ECONNRESET",
    });

    const silent = await connected(() => {});
    const controller = new AbortController();
    const waiting = silent.transport.secure(silent.connection, upgrade, controller.signal);
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect([clear, gone, silent].map(({ transport }) => transport.open)).toEqual([0, 0, 0]);
  });
});

describe("datagrams in memory", () => {
  const ENDPOINT = { address: "10.0.0.1", port: 1525, maxBuffer: 1000 };
  const { signal } = new AbortController();
  const bytes = (...values: readonly number[]) => Uint8Array.from(values);

  it("arrive whole and in order, and are lost beyond maxBuffer", async () => {
    const network = memoryTransport();
    network.listen(ENDPOINT.address, ENDPOINT.port, echoTwice, { datagrams: true });
    const socket = await network.datagram(ENDPOINT, signal);
    await socket.send(bytes(1, 2));
    expect(await socket.receive(Number.POSITIVE_INFINITY)).toEqual(bytes(1, 2));
    expect(await socket.receive(Number.POSITIVE_INFINITY)).toEqual(bytes(1, 2));
    await socket.send(new Uint8Array(900));
    expect((await socket.receive(Number.POSITIVE_INFINITY))?.length).toBe(900);
    await socket.send(new Uint8Array(937));
    const [traffic] = network.connections;
    expect([traffic?.taken, traffic?.datagrams]).toEqual([904, 3]);
    expect(network.open).toBe(1);
    socket.close();
    expect(network.open).toBe(0);
  });

  it("end a wait after its time, and fail at a closed port", async () => {
    const clock = fakeClock();
    const network = memoryTransport({ clock });
    network.listen(ENDPOINT.address, ENDPOINT.port, () => {}, { datagrams: true });
    const socket = await network.datagram(ENDPOINT, signal);
    const since = clock.now();
    expect(await clock.until(socket.receive(3000))).toBeUndefined();
    expect(clock.now() - since).toBe(3000);
    const closed = await network.datagram({ ...ENDPOINT, port: 1 }, signal);
    await expect(closed.receive(3000)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(closed.send(bytes(1))).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  async function echoTwice(peer: MemoryPeer): Promise<void> {
    for (let datagram = await peer.receive(); datagram !== undefined; datagram = await peer.receive()) {
      await peer.send(datagram);
      await peer.send(datagram);
    }
  }
});
