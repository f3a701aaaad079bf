import { type Limits, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { WsOptions, WsSession } from "../src/index.ts";
import { accepted, closeFrame, type Frame, frame, OPCODE, readAll, worldOf } from "./world.ts";

const KINDS = new Map<number, string>(Object.entries(OPCODE).map(([name, opcode]) => [opcode, name]));

/** Shows a frame: "text one". */
function show({ opcode, fin, payload }: Frame): string {
  const content = opcode === OPCODE.close ? payload.join(" ") : textOf(payload);
  return `${KINDS.get(opcode)}${fin ? "" : "…"} ${content}`;
}

/** Sends what `use` writes to a server, which then closes. @returns the frames that the server received. */
async function sentBy(
  use: (session: WsSession) => Promise<void>,
  options: WsOptions = {},
  limits: Partial<Limits> = {},
): Promise<readonly string[]> {
  const shown: string[] = [];
  const { client } = worldOf(async ({ receive }) => {
    for (let next = await receive(); next !== undefined; next = await receive()) {
      shown.push(show(next));
      if (next.opcode === OPCODE.close) return;
    }
  });
  const session = await client.open("ws://h.example/", { options, limits });
  await use(session);
  await session[Symbol.asyncDispose]();
  return shown;
}

/** The close frame of a client: 1000, a normal closure (RFC 6455 §7.4.1). */
const CLOSE = "close 3 232";

describe("what write sends", () => {
  it.each<readonly [messages: WsOptions["messages"], written: readonly string[], frames: readonly string[]]>([
    ["lines", ["one\n"], ["text one"]],
    ["lines", ["one\ntwo\r\nthree\r"], ["text one", "text two", "text three"]],
    ["lines", ["\n", "\n\n"], ["text ", "text ", "text "]],
    ["lines", ["one"], []],
    ["lines", ["o", "n", "e\ntw", "o\n"], ["text one", "text two"]],
    ["lines", ["one\n", ""], ["text one"]],
    ["lines", ["", "é\n"], ["text é"]],
    ["text", ["one\ntwo", "\n", ""], ["text one\ntwo", "text \n", "text "]],
    ["binary", ["one\ntwo", "\n", ""], ["binary one\ntwo", "binary \n", "binary "]],
  ])("%s: %j", async (messages, written, frames) => {
    const write = async (session: WsSession) => {
      for (const text of written) await session.write(octetsOf(text));
    };
    expect(await sentBy(write, messages === "lines" ? {} : { messages })).toEqual([...frames, CLOSE]);
    expect(await sentBy(write, { messages })).toEqual([...frames, CLOSE]);
  });

  it("is nothing if text is not UTF-8, also after a part of a line", async () => {
    const refused = {
      code: "bad-argument",
      message: "a text message must be UTF-8; nothing was sent",
      hint: 'send bytes, or set the ws option messages to "binary"',
    };
    const bad = Uint8Array.of(0x61, 0xff, 0x0a);
    expect(await sentBy((session) => expect(session.write(bad)).rejects.toMatchObject(refused))).toEqual([
      CLOSE,
    ]);
    expect(
      await sentBy((session) => expect(session.write(bad)).rejects.toMatchObject(refused), {
        messages: "text",
      }),
    ).toEqual([CLOSE]);
    expect(await sentBy((session) => expect(session.send("a\ud800")).rejects.toMatchObject(refused))).toEqual(
      [CLOSE],
    );
    expect(await sentBy((session) => session.write(bad), { messages: "binary" })).toHaveLength(2);
  });

  it("is a line of at most maxCommand bytes that is not ended", async () => {
    const write = async (session: WsSession) => {
      await session.write(octetsOf("x".repeat(10)));
      await expect(session.write(octetsOf("x"))).rejects.toMatchObject({
        code: "too-long",
        message: "a line exceeds the limit of 10 bytes",
        hint: expect.stringContaining("maxCommand"),
      });
    };
    expect(await sentBy(write, {}, { maxCommand: 10 })).toEqual([CLOSE]);
    const whole = (session: WsSession) => session.write(octetsOf(`${"x".repeat(11)}\n`));
    expect(await sentBy(whole, {}, { maxCommand: 10 })).toEqual([`text ${"x".repeat(11)}`, CLOSE]);
  });
});

describe("what send sends", () => {
  it("is one message: text or bytes", async () => {
    const octets = octetsOf("bytes");
    const send = async (session: WsSession) => {
      await session.send("one\ntwo");
      const sent = session.send(octets);
      octets.fill(0);
      await sent;
      await session.send("");
      await session.send("😀");
    };
    expect(await sentBy(send)).toEqual(["text one\ntwo", "binary bytes", "text ", "text 😀", CLOSE]);
  });

  it("is nothing after the end of the session", async () => {
    const ended = { code: "truncated", message: "the session has ended; nothing was sent" };
    const { client } = worldOf(({ peer }) => peer.send(closeFrame(1000)));
    const session = await client.open("ws://h.example/");
    expect(await readAll(session)).toEqual([]);
    await expect(session.send("x")).rejects.toMatchObject(ended);
    await expect(session.write(octetsOf("x\n"))).rejects.toMatchObject(ended);
    await session[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
  });
});

describe("what the server sends", () => {
  it.each<readonly [rule: string, frames: readonly Uint8Array[], pieces: readonly string[]]>([
    ["§5.6", [frame(OPCODE.text, "one"), frame(OPCODE.text, "two")], ["one\n", "two\n"]],
    ["§5.6", [frame(OPCODE.text, ""), frame(OPCODE.binary, "")], ["\n", ""]],
    ["§5.6", [frame(OPCODE.binary, "one"), frame(OPCODE.text, "é\n")], ["one", "é\n\n"]],
    ["§5.6", [frame(OPCODE.binary, Uint8Array.of(0xff, 0))], ["\udcff\0"]],
    [
      "§5.2",
      [frame(OPCODE.text, "x".repeat(126)), frame(OPCODE.text, "x".repeat(65_536))],
      [`${"x".repeat(126)}\n`, `${"x".repeat(65_536)}\n`],
    ],
    [
      "§5.4",
      [frame(OPCODE.text, "on", false), frame(OPCODE.more, "", false), frame(OPCODE.more, "e")],
      ["one\n"],
    ],
    ["§5.4", [frame(OPCODE.binary, "on", false), frame(OPCODE.ping, "p"), frame(OPCODE.more, "e")], ["one"]],
    ["§5.5", [frame(OPCODE.ping, "p"), frame(OPCODE.pong, "q"), frame(OPCODE.text, "one")], ["one\n"]],
  ])("is read as lines and bytes (RFC 6455 %s) %#", async (_, frames, pieces) => {
    for (const isAtOnce of [true, false]) {
      const { client } = worldOf(async ({ peer }) => {
        const all = [...frames, closeFrame(1000)];
        if (isAtOnce) return peer.send(Buffer.concat(all));
        const cut = all.flatMap((each) =>
          each.length > 50 ? [each] : Array.from(each, (octet) => Uint8Array.of(octet)),
        );
        for (const octets of cut) await peer.send(octets);
      });
      expect(await readAll(await client.open("ws://h.example/"))).toEqual(pieces);
    }
  });

  it.each([1000, 1001, 1008, 1011, 3000, 4999])(
    "ends with a close frame of the status %i (RFC 6455 §7.4)",
    async (status) => {
      const { client } = worldOf(({ peer }) =>
        peer.send(Buffer.concat([frame(OPCODE.text, "one"), closeFrame(status, "why")])),
      );
      expect(await readAll(await client.open("ws://h.example/"))).toEqual(["one\n"]);
    },
  );

  it("ends with a close frame without a status", async () => {
    const { client } = worldOf(({ peer }) => peer.send(frame(OPCODE.close)));
    expect(await readAll(await client.open("ws://h.example/"))).toEqual([]);
  });
});

describe("the listeners of a session", () => {
  it("hear each message when it is read, until they are removed", async () => {
    const { client } = worldOf(({ peer }) =>
      peer.send(Buffer.concat([frame(1, "one"), frame(2, "two"), frame(1, "three"), closeFrame(1000)])),
    );
    const session = await client.open("ws://h.example/");
    const [first, second]: [unknown[], unknown[]] = [[], []];
    const stop = session.onMessage((message) => {
      first.push(message);
      if (first.length === 2) stop();
    });
    session.onMessage((message) => second.push(message));
    expect(await readAll(session)).toEqual(["one\n", "two", "three\n"]);
    expect(first).toEqual(["one", octetsOf("two")]);
    expect(second).toEqual(["one", octetsOf("two"), "three"]);
  });
});

describe("the subprotocol of a session", () => {
  it("is that of the server, or none", async () => {
    for (const [fields, protocol] of [
      [["Sec-WebSocket-Protocol: b"], "b"],
      [[], ""],
    ] as const) {
      const { client } = worldOf(async ({ peer, request }) => {
        await peer.send(accepted(request, fields));
        await peer.send(closeFrame(1000));
      }, true);
      const options = fields.length === 0 ? {} : { protocols: ["a", "b"] };
      const session = await client.open("ws://h.example/", { options });
      expect(session.protocol).toBe(protocol);
      expect(await readAll(session)).toEqual([]);
    }
  });
});
