import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { startWsServer, type WsServerOptions } from "../src/index.ts";
import { dial, latin1, until } from "./raw-client.ts";

/** The key of RFC 6455 §1.3, and the answer to it. */
const KEY = "dGhlIHNhbXBsZSBub25jZQ==";
const ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/** Sends a handshake for a path. `read` returns what the server has sent once it has the text, and forgets it. */
async function start(path: string, options: WsServerOptions = {}, fields: readonly string[] = []) {
  const server = await startWsServer(options);
  const socket = await dial(server.host, server.port);
  let unread = "";
  let isOver = false;
  socket.on("data", (bytes: Buffer) => {
    unread += latin1(bytes);
  });
  socket.once("close", () => {
    isOver = true;
  });
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${server.host}:${server.port}`, ...fields, "", ""];
  socket.write(lines.join("\r\n"));
  const read = async (text: string) => {
    await until(() => unread.includes(text) || isOver);
    const said = unread;
    unread = "";
    return said;
  };
  const close = async () => {
    socket.destroy();
    await server.close();
  };
  return { server, socket, read, [Symbol.asyncDispose]: close };
}

const UPGRADE = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];
const HANDSHAKE = [...UPGRADE, `Sec-WebSocket-Key: ${KEY}`];

/** A frame of a client, masked with zeros (RFC 6455 §5.2). */
function frame(opcode: number, text: string): Uint8Array {
  return Buffer.from([0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
}

describe("the handshake (RFC 6455 §4.2)", () => {
  test("is accepted with the hash of the key, and recorded line by line", async () => {
    await using world = await start("/echo?a=b", {}, HANDSHAKE);
    const said = await world.read("\r\n\r\n");
    expect(said).toMatch(/^HTTP\/1\.1 101 /);
    expect(said).toContain(`Sec-WebSocket-Accept: ${ACCEPT}\r\n`);
    expect(said).not.toMatch(/Sec-WebSocket-(?:Protocol|Extensions)/i);
    expect(createHash("sha1").update(`${KEY}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")).toBe(
      ACCEPT,
    );
    const { host, port, received } = world.server;
    expect(received.map((lines) => lines.map(latin1))).toEqual([
      ["GET /echo?a=b HTTP/1.1", `Host: ${host}:${port}`, ...HANDSHAKE, ""],
    ]);
  });

  test("chooses a subprotocol that both know", async () => {
    const offer = "Sec-WebSocket-Protocol: b, a";
    await using world = await start("/echo", { protocols: ["a", "b"] }, [...HANDSHAKE, offer]);
    expect(await world.read("\r\n\r\n")).toContain("Sec-WebSocket-Protocol: a\r\n");
  });

  test.each<[string, WsServerOptions, readonly string[], RegExp]>([
    ["/nothing", {}, HANDSHAKE, /^HTTP\/1\.1 404 /],
    ["/nothing", { status: 401 }, HANDSHAKE, /^HTTP\/1\.1 401 /],
    ["/constructor", {}, HANDSHAKE, /^HTTP\/1\.1 404 /],
    ["/echo", {}, UPGRADE, /^HTTP\/1\.1 400 /],
    ["/echo", {}, [], /^HTTP\/1\.1 426 /],
  ])("for %s with %j is rejected, and closed", async (path, options, fields, status) => {
    await using world = await start(path, options, [
      ...fields,
      ...(fields.length === 0 ? ["Connection: close"] : []),
    ]);
    expect(await world.read("\r\n\r\n")).toMatch(status);
    await until(() => world.server.live === 0);
  });
});

describe("the services", () => {
  test("/echo returns text as text and binary as binary", async () => {
    await using world = await start("/echo", {}, HANDSHAKE);
    await world.read("\r\n\r\n");
    for (const opcode of [1, 2]) {
      world.socket.write(frame(opcode, "hi"));
      expect(await world.read("hi")).toBe(`${String.fromCharCode(0x80 | opcode)}\x02hi`);
    }
  });

  test("/tides says three lines, and closes with 1000", async () => {
    await using world = await start("/tides", {}, HANDSHAKE);
    const said = await world.read("\x88\x02\x03\xe8");
    expect(said.slice(said.indexOf("\r\n\r\n") + 4)).toBe(
      "\x81\x0dhigh at 04:10\x81\x0clow at 10:22\x81\x0dhigh at 16:35\x88\x02\x03\xe8",
    );
    world.socket.write(frame(8, "\x03\x00"));
    await until(() => world.server.live === 0);
  });

  test("a frame without a mask closes the connection (§5.1)", async () => {
    await using world = await start("/echo", {}, HANDSHAKE);
    await world.read("\r\n\r\n");
    world.socket.write(Buffer.from([0x81, 0x01, 0x78]));
    expect(await world.read("\x88")).toContain("\x03\xea");
    await until(() => world.server.live === 0);
  });

  test("listens on loopback only", async () => {
    await expect(startWsServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError);
  });
});
