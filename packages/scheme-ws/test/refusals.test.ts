import type { Limits } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { WsOptions } from "../src/index.ts";
import { accepted, closeFrame, frame, OPCODE, readAll, worldOf } from "./world.ts";

/** Opens a session with a server that answers the handshake so. */
async function open(answer: (request: readonly string[]) => string, options: WsOptions = {}) {
  const { client, transport } = worldOf(async ({ peer, request }) => peer.send(answer(request)), true);
  try {
    const session = await client.open("ws://h.example/", { options });
    await session[Symbol.asyncDispose]();
  } finally {
    expect(transport.open).toBe(0);
  }
}

const REFUSED: readonly (readonly [status: number, code: string])[] = [
  [200, "unsupported"],
  [299, "unsupported"],
  [400, "unsupported"],
  [401, "auth-required"],
  [402, "unsupported"],
  [403, "permission-denied"],
  [404, "not-found"],
  [405, "unsupported"],
  [407, "proxy-auth-required"],
  [410, "not-found"],
  [426, "unsupported"],
  [429, "temporarily-unavailable"],
  [451, "permission-denied"],
  [499, "unsupported"],
  [500, "temporarily-unavailable"],
  [501, "unsupported"],
  [502, "temporarily-unavailable"],
  [503, "temporarily-unavailable"],
  [504, "temporarily-unavailable"],
  [599, "temporarily-unavailable"],
];

describe("a handshake that the server refuses (RFC 9110 §15)", () => {
  const respond = (status: number, reason: string) => () =>
    `HTTP/1.1 ${status}${reason}\r\nContent-Length: 2\r\nLocation: /x\r\n\r\nno`;

  it.each(REFUSED)("with %i fails with %s", async (status, code) => {
    await expect(open(respond(status, " Some reason"))).rejects.toMatchObject({
      ...{ code, message: `the server refused the handshake with ${status}` },
      ...{ hint: undefined, reply: `${status} Some reason`, replyCode: status },
    });
  });

  it.each([300, 301, 302, 307, 399])("with the redirect %i is not followed", async (status) => {
    await expect(open(respond(status, " Away"))).rejects.toMatchObject({
      ...{ code: "redirect-refused", message: `the server redirects the handshake (${status})` },
      ...{ hint: "open the URL of the new location", reply: `${status} Away`, replyCode: status },
    });
  });

  it("may give no reason, or a long one, which is cut", async () => {
    await expect(open(respond(404, " "))).rejects.toMatchObject({ reply: "404" });
    await expect(open(respond(404, ""))).rejects.toMatchObject({ reply: "404" });
    await expect(open(respond(404, ` ${"x".repeat(600)}`))).rejects.toMatchObject({
      reply: `404 ${"x".repeat(496)}`,
    });
  });
});

describe("a response that is not a handshake (RFC 6455 §4.1)", () => {
  const replaced = (from: RegExp, to: string) => (request: readonly string[]) =>
    accepted(request).replace(from, to);

  it.each<readonly [what: string, answer: (request: readonly string[]) => string, problem: RegExp]>([
    ["no key", replaced(/Sec-WebSocket-Accept.*\r\n/, ""), /Invalid Sec-WebSocket-Accept header$/],
    ["another key", replaced(/(?<=Accept: )./, "!"), /Invalid Sec-WebSocket-Accept header$/],
    ["another protocol", replaced(/: websocket/, ": h2c"), /Invalid Upgrade header$/],
    [
      "a subprotocol that was not offered",
      (request) => accepted(request, ["Sec-WebSocket-Protocol: a"]),
      /Server sent a subprotocol but none was requested$/,
    ],
    [
      "an extension that was not offered",
      (request) => accepted(request, ["Sec-WebSocket-Extensions: permessage-deflate"]),
      /Server sent a Sec-WebSocket-Extensions header but no extension was requested$/,
    ],
    ["another service", () => "220 ready\r\n", /Parse Error/],
  ])("has %s", async (_, answer, problem) => {
    await expect(open(answer)).rejects.toMatchObject({
      code: "protocol-error",
      message: expect.stringMatching(/^invalid WebSocket data from the server: /),
      cause: expect.objectContaining({ message: expect.stringMatching(problem) }),
    });
  });

  it.each([
    ["none", [], /Server sent no subprotocol$/],
    ["another one", ["Sec-WebSocket-Protocol: c"], /Server sent an invalid subprotocol$/],
  ])("has of the offered subprotocols %s", async (_, fields, problem) => {
    await expect(
      open((request) => accepted(request, fields), { protocols: ["a", "b"] }),
    ).rejects.toMatchObject({
      code: "protocol-error",
      message: expect.stringMatching(problem),
    });
  });

  it.each(["", "H", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"])(
    "ends after %j",
    async (text) => {
      await expect(open(() => text)).rejects.toMatchObject({
        ...{ code: "truncated", message: "the server closed the connection", retryable: true },
      });
    },
  );

  it("is a reset of the connection", async () => {
    const { client, transport } = worldOf(({ peer }) => peer.reset(), true);
    await expect(client.open("ws://h.example/")).rejects.toMatchObject({ code: "truncated" });
    expect(transport.open).toBe(0);
  });
});

/** Reads a session in which the server sends these bytes. @returns what was read, and the error. */
async function read(octets: Uint8Array, limits: Partial<Limits> = {}) {
  const { client, transport } = worldOf(({ peer }) => peer.send(octets));
  const session = await client.open("ws://h.example/", { limits });
  const pieces: string[] = [];
  session.onMessage((message) => pieces.push(String(message)));
  const error = await readAll(session).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await session[Symbol.asyncDispose]();
  expect(transport.open).toBe(0);
  return { pieces, error };
}

describe("invalid data of a server (RFC 6455)", () => {
  const one = frame(OPCODE.text, "one");

  it.each<readonly [rule: string, what: string, octets: readonly number[] | Uint8Array]>([
    ["§5.1", "a masked frame", [0x81, 0x81, 0, 0, 0, 0, 0x78]],
    ["§5.2", "a reserved bit", [0xc1, 0x01, 0x78]],
    ["§5.2", "another reserved bit", [0xa1, 0x01, 0x78]],
    ["§5.2", "an opcode for data that is reserved", frame(3, "x")],
    ["§5.2", "an opcode for control that is reserved", frame(11, "x")],
    ["§5.4", "a continuation of nothing", frame(OPCODE.more, "x")],
    [
      "§5.4",
      "a message within a message",
      Buffer.concat([frame(OPCODE.text, "x", false), frame(OPCODE.text, "y")]),
    ],
    ["§5.5", "a ping in fragments", frame(OPCODE.ping, "x", false)],
    ["§5.5", "a ping of 126 bytes", frame(OPCODE.ping, "x".repeat(126))],
    ["§5.5.1", "a close frame of one byte", frame(OPCODE.close, "x")],
    ["§7.4.1", "a close frame with the status 1005", closeFrame(1005)],
    ["§7.4.2", "a close frame with the status 999", closeFrame(999)],
    ["§8.1", "text that is not UTF-8", frame(OPCODE.text, Uint8Array.of(0xff))],
    ["§8.1", "a reason that is not UTF-8", frame(OPCODE.close, Uint8Array.of(0x03, 0xe8, 0xff))],
  ])("%s: %s is an error after the messages before it", async (_, __, octets) => {
    expect(await read(Buffer.concat([one, Uint8Array.from(octets)]))).toEqual({
      pieces: ["one"],
      error: expect.objectContaining({
        code: "protocol-error",
        message: expect.stringMatching(/^invalid WebSocket data from the server: (?:Invalid|Unsupported)/),
      }),
    });
  });

  it("is a session that ends without a close frame (§7.1.5)", async () => {
    const truncated = expect.objectContaining({
      ...{ code: "truncated", message: "the server closed the connection", retryable: true },
    });
    for (const octets of [
      one,
      Buffer.concat([one, one.subarray(0, 3)]),
      Buffer.concat([one, frame(OPCODE.ping)]),
    ])
      expect(await read(octets)).toEqual({ pieces: ["one"], error: truncated });
  });
});

describe("a message", () => {
  const tooLarge = {
    code: "too-large",
    message: "the server sent a message above the limit maxMessage",
    hint: "increase the limit maxMessage",
  };

  it.each<readonly [what: string, message: (length: number) => Uint8Array]>([
    ["of text", (length) => frame(OPCODE.text, "x".repeat(length))],
    ["of bytes", (length) => frame(OPCODE.binary, "x".repeat(length))],
    [
      "in fragments",
      (length) =>
        Buffer.concat([frame(OPCODE.text, "x".repeat(length - 5), false), frame(OPCODE.more, "x".repeat(5))]),
    ],
  ])("%s has at most maxMessage bytes", async (_, message) => {
    const limits = { maxMessage: 1000 };
    const { pieces, error } = await read(Buffer.concat([message(1000), closeFrame(1000)]), limits);
    expect([pieces.length, error]).toEqual([1, undefined]);
    const longer = await read(Buffer.concat([message(1001), closeFrame(1000)]), limits);
    expect(longer).toEqual({ pieces: [], error: expect.objectContaining(tooLarge) });
  });

  it("has less than 2 GiB if maxMessage is infinite", async () => {
    const octets = Buffer.concat([frame(OPCODE.text, "x".repeat(200_000)), closeFrame(1000)]);
    const limits = { maxMessage: Number.POSITIVE_INFINITY };
    expect(await read(octets, limits)).toMatchObject({ pieces: [expect.anything()], error: undefined });
    const head = (...length: readonly number[]) => Uint8Array.of(0x82, 0x7f, 0, 0, 0, 0, ...length);
    expect((await read(head(0x7f, 255, 255, 255), limits)).error).toMatchObject({ code: "truncated" });
    expect((await read(head(0x80, 0, 0, 0), limits)).error).toMatchObject(tooLarge);
  });
});
