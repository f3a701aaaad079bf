import { createServer } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { startWsServer, type WsServerOptions } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { ws } from "../src/index.ts";

const stack: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of stack.splice(0).reverse()) await close();
});

const client = createClient({ schemes: [ws], transport: nodeTransport({ tls: { ca: SELF_SIGNED.cert } }) });

async function start(options: WsServerOptions = {}) {
  const server = await startWsServer(options);
  stack.push(server.close);
  const url = (path: string) => `${server.origin}${path}` as `ws:${string}`;
  const lines = () => server.received.map((each) => each.map(textOf));
  return { server, url, lines };
}

async function readAll(session: { readonly readable: AsyncIterable<Uint8Array> }): Promise<string> {
  let text = "";
  for await (const octets of session.readable) text += textOf(octets);
  return text;
}

describe("open", () => {
  it("reads text messages as lines, to the end of the session", async () => {
    const { url } = await start();
    await using session = await client.open(url("/tides"));
    expect(await readAll(session)).toBe("high at 04:10\nlow at 10:22\nhigh at 16:35\n");
    await expect(session.write(octetsOf("x\n"))).rejects.toMatchObject({ code: "truncated" });
  });

  it("sends a message for each line, or for each call", async () => {
    for (const [messages, expected] of [
      ["lines", ["one", "two"]],
      ["text", ["one\ntwo\nth", "ree"]],
      ["binary", [octetsOf("one\ntwo\nth"), octetsOf("ree")]],
    ] as const) {
      const { url } = await start();
      await using session = await client.open(url("/echo"), { options: { messages } });
      const heard: unknown[] = [];
      const stop = session.onMessage((message) => heard.push(message));
      await session.write(octetsOf("one\ntwo\nth"));
      await session.write(octetsOf("ree"));
      const pieces = session.readable[Symbol.asyncIterator]();
      for (const _ of expected) await pieces.next();
      stop();
      expect(heard).toEqual(expected);
    }
  });

  it("refuses text that is not UTF-8, and a line without an end", async () => {
    const { url } = await start();
    await using session = await client.open(url("/echo"));
    await expect(session.write(Uint8Array.of(0xe9, 0x0a))).rejects.toMatchObject({ code: "bad-argument" });
    await expect(session.write(octetsOf("x".repeat(9000)))).rejects.toMatchObject({ code: "too-long" });
  });

  it("sends headers and subprotocols, and no Origin unasked", async () => {
    const { url, lines } = await start({ protocols: ["b"] });
    const options = { protocols: ["a", "b"], headers: { Origin: "https://h.example" }, compress: true };
    await using session = await client.open(url("/echo"), { options });
    expect(session.protocol).toBe("b");
    expect(lines()[0]).toEqual(
      expect.arrayContaining(["Origin: https://h.example", "Sec-WebSocket-Protocol: a,b"]),
    );
    const planned = client.registry.plan(url("/echo"), "open", options).steps.at(-1) as { text: string };
    expect(planned.text).toContain("Sec-WebSocket-Extensions: permessage-deflate");
    await using plain = await client.open(url("/echo"));
    expect(plain.protocol).toBe("");
    expect(lines()[1]!.join()).not.toMatch(/origin/i);
  });

  it.each([
    { protocols: ["a b"] },
    { protocols: ["a", "a"] },
    { headers: { Host: "evil" } },
    { headers: { "x y": "z" } },
    { headers: { x: "a\r\nb" } },
    { headers: ["x"] },
  ])("rejects the options %j before it connects", async (options) => {
    const { url, server } = await start();
    await expect(client.open(url("/echo"), { options } as object)).rejects.toMatchObject({
      code: "bad-option",
    });
    expect(server.received).toEqual([]);
  });

  it.each([
    [301, "redirect-refused"],
    [401, "auth-required"],
    [403, "permission-denied"],
    [418, "unsupported"],
    [503, "temporarily-unavailable"],
  ])("fails with status %i as %s", async (status, code) => {
    const { url } = await start({ status });
    await expect(client.open(url("/nothing"))).rejects.toMatchObject({ code, replyCode: status });
  });

  it("holds back a server whose messages are not read", async () => {
    let sent = 0;
    const { url } = await start({
      services: {
        "/flood": (socket) => {
          const more = () => void (sent++ < 5000 && socket.send("x".repeat(10_000), more));
          more();
        },
      },
    });
    await using session = await client.open(url("/flood"));
    await session.readable[Symbol.asyncIterator]().next();
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBeLessThan(5000);
  });

  it("uses TLS for wss, verified", async () => {
    const { server } = await start();
    const { connect } = await import("node:net");
    const tls = createTlsServer(SELF_SIGNED, (socket) => {
      const inner = connect(server.port, "127.0.0.1");
      socket
        .on("error", () => {})
        .pipe(inner)
        .on("error", () => {})
        .pipe(socket);
    });
    await new Promise<void>((resolve) => void tls.listen(0, "127.0.0.1", resolve));
    stack.push(() => new Promise((resolve) => tls.close(resolve)));
    const { port } = tls.address() as { port: number };
    await using session = await client.open(`wss://127.0.0.1:${port}/tides`);
    expect(await readAll(session)).toContain("low at 10:22");
    const strict = createClient({ schemes: [ws], transport: nodeTransport() });
    await expect(strict.open(`wss://127.0.0.1:${port}/tides`)).rejects.toMatchObject({ code: "tls-failed" });
  });

  it("does not connect to the port of another protocol (RFC 6455 §10.2)", async () => {
    await expect(client.open("ws://127.0.0.1:25/")).rejects.toMatchObject({ code: "port-blocked" });
  });

  it("refuses a resource name above maxCommand", async () => {
    const { url, server } = await start();
    await expect(client.open(url(`/${"x".repeat(9000)}`))).rejects.toMatchObject({ code: "too-long" });
    expect(server.received).toEqual([]);
  });
});

describe("hostile servers", () => {
  const KEY = /sec-websocket-key: (\S+)/i;

  /** A server that accepts the handshake, and then says these bytes. */
  async function hostile(say: Uint8Array | "close" | undefined, response?: string) {
    const { createHash } = await import("node:crypto");
    const server = createServer((socket) => {
      socket
        .on("error", () => {})
        .once("data", (head) => {
          const key = KEY.exec(head.toString("latin1"))?.[1] ?? "";
          const accept = createHash("sha1")
            .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
            .digest("base64");
          socket.write(
            response ??
              `HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
          );
          if (say === "close") socket.end();
          else if (say !== undefined) socket.write(say);
        });
      socket.on("end", () => socket.destroy());
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    stack.push(() => new Promise((resolve) => server.close(resolve)));
    return `ws://127.0.0.1:${(server.address() as { port: number }).port}/` as const;
  }

  it.each([
    ["a masked frame", Uint8Array.of(0x81, 0x81, 0, 0, 0, 0, 0x78), "protocol-error"],
    ["a reserved bit", Uint8Array.of(0xf1, 0x01, 0x78), "protocol-error"],
    ["text that is not UTF-8", Uint8Array.of(0x81, 0x01, 0xff), "protocol-error"],
    ["a huge message", Uint8Array.of(0x82, 0x7f, 0, 0, 0, 1, 0, 0, 0, 0), "too-large"],
    ["a close without a close frame", "close" as const, "truncated"],
  ])("%s", async (_, say, code) => {
    await using session = await client.open(await hostile(say));
    await expect(readAll(session)).rejects.toMatchObject({ code });
  });

  it.each([
    [
      "a wrong accept key",
      "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n",
      "protocol-error",
    ],
    ["another protocol", "220 ready\r\n", "protocol-error"],
  ])("%s in the handshake", async (_, response, code) => {
    await expect(client.open(await hostile(undefined, response))).rejects.toMatchObject({ code });
  });

  it("that closes or says nothing in the handshake", async () => {
    await expect(client.open(await hostile("close", " "))).rejects.toMatchObject({
      code: expect.stringMatching(/truncated|protocol-error/),
    });
    const url = await hostile(undefined, "H");
    await expect(client.open(url, { limits: { replyTimeout: 50 } })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("an abort ends the session", async () => {
    const { url } = await start();
    const controller = new AbortController();
    const session = await client.open(url("/echo"), { signal: controller.signal });
    const read = readAll(session);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(read).rejects.toBe(reason);
  });
});
