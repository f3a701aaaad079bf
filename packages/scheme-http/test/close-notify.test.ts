import { createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { createClient } from "@anyurl/client";
import { type ListenOptions, type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";

import { http as scheme } from "../src/index.ts";

const HEAD = "HTTP/1.1 200 OK\r\n";

interface Call {
  readonly tls?: boolean;
  readonly ending: "end" | "cut";
  /** Idle time of pooled connections in milliseconds; 0 for no pool. */
  readonly idle?: number;
  readonly insecure?: true;
}

/** Returns the outcome of a response with this ending, on a network in memory. */
async function get(response: string, { tls = true, ending, idle = 0, insecure }: Call) {
  const transport = memoryTransport();
  const options: ListenOptions = { tls };
  const handler = async (peer: MemoryPeer) => {
    await peer.receive();
    await peer.send(response);
    peer[ending]();
    await peer.closed;
  };
  transport.listen("10.0.0.1", 80, handler, options);
  await using client = createClient({ schemes: [scheme], transport, connections: { idle } });
  const got = await client.get(`${tls ? "https" : "http"}://10.0.0.1:80/`, insecure && { insecure });
  const text = await got.text().catch((error) => error.code);
  return { text, complete: await got.complete, framing: got.framing };
}

describe("a response that ends with its connection (RFC 9112 §9.8)", () => {
  it.each([0, 1000])("is complete after a close_notify (idle time %i ms)", async (idle) => {
    expect(await get(`${HEAD}\r\nbytes`, { ending: "end", idle })).toEqual({
      text: "bytes",
      complete: true,
      framing: "close-notify",
    });
  });

  it.each([0, 1000])("is truncated without a close_notify (idle time %i ms)", async (idle) => {
    const got = await get(`${HEAD}\r\nbytes`, { ending: "cut", idle });
    expect(got).toMatchObject({ text: "truncated", complete: false });
  });

  it("has an unknown completeness in the clear or with an unverified server", async () => {
    for (const ending of ["end", "cut"] as const) {
      const unknown = { text: "bytes", complete: "unknown", framing: "close" };
      expect(await get(`${HEAD}\r\nbytes`, { tls: false, ending })).toEqual(unknown);
      expect(await get(`${HEAD}\r\nbytes`, { insecure: true, ending })).toEqual(unknown);
    }
  });
});

describe("a response that has an end of its own", () => {
  it.each([
    ["a length", `${HEAD}content-length: 5\r\n\r\nbytes`, "length"],
    ["chunks", `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nbytes\r\n0\r\n\r\n`, "chunked"],
  ])("is complete without a close_notify (%s)", async (_, response, framing) => {
    expect(await get(response, { ending: "cut" })).toEqual({ text: "bytes", complete: true, framing });
  });

  it.each([
    ["a length", `${HEAD}content-length: 9\r\n\r\nbytes`],
    ["chunks", `${HEAD}transfer-encoding: chunked\r\n\r\n5\r\nbytes\r\n`],
  ])("is truncated before it (%s)", async (_, response) => {
    for (const ending of ["end", "cut"] as const)
      expect(await get(response, { ending })).toMatchObject({ text: "truncated", complete: false });
  });
});

describe("a server on a socket", () => {
  const sockets: Socket[] = [];
  const closes: (() => void)[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const close of closes.splice(0)) close();
  });

  /** Its TLS ends with a close_notify, or the TCP below it ends. */
  async function serve(body: Buffer, ending: "end" | "cut", head: string): Promise<number> {
    const server = createServer((socket) => {
      sockets.push(socket);
      const tls = new TLSSocket(socket, { isServer: true, ...SELF_SIGNED });
      socket.on("error", () => {});
      tls
        .on("error", () => {})
        .once("data", () => {
          tls.write(head);
          if (ending === "end") tls.end(body);
          else tls.write(body, () => socket.end());
        });
    });
    closes.push(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as { port: number }).port;
  }

  it.each([5, 1_000_000])("is told by its close_notify (%i bytes)", async (size) => {
    const client = createClient({
      schemes: [scheme],
      transport: nodeTransport({ tls: { ca: SELF_SIGNED.cert } }),
    });
    for (const [ending, complete] of [
      ["end", true],
      ["cut", false],
    ] as const) {
      const port = await serve(Buffer.alloc(size, 120), ending, `${HEAD}\r\n`);
      const got = await client.get(`https://127.0.0.1:${port}/`);
      let received = 0;
      const reading = (async () => {
        for await (const octets of got.body) received += octets.length;
      })();
      expect(await reading.catch((error) => error.code)).toBe(complete ? undefined : "truncated");
      expect(received).toBe(size);
      expect(await got.complete).toBe(complete);
    }
  });

  it("is not needed for a length, however slowly that is read", async () => {
    const client = createClient({
      schemes: [scheme],
      transport: nodeTransport({ tls: { ca: SELF_SIGNED.cert } }),
    });
    const size = 300_000;
    const port = await serve(Buffer.alloc(size, 120), "cut", `${HEAD}content-length: ${size}\r\n\r\n`);
    const got = await client.get(`https://127.0.0.1:${port}/`);
    let received = 0;
    for await (const octets of got.body) {
      received += octets.length;
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    expect([received, await got.complete]).toEqual([size, true]);
  });
});
