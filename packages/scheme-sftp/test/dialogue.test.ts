import { type AccessError, DEFAULT_LIMITS } from "@anyurl/core";
import { type Exchange, joinBytes, type Step } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type DialogueState, SftpDialogue } from "../src/dialogue.ts";
import { PACKET, uint32 } from "../src/packet.ts";
import { formatReply, type ReplyPacket } from "./replies/packets.ts";

const OK: ReplyPacket = ["STATUS", 0];
const VERSION: ReplyPacket = ["VERSION", 3];
const reply = (id: number, packet: ReplyPacket = OK) => formatReply(uint32(id), packet);

interface Dialogue {
  /** What the server sends, chunk by chunk. */
  readonly said: readonly Uint8Array[];
  readonly kept?: DialogueState;
  readonly maxMessage?: number;
}

/** Runs a dialogue to its end. Returns the types of its requests, and the state that it keeps, or its error. */
function converse(talk: (dialogue: SftpDialogue) => Exchange<never>, { said, kept, maxMessage }: Dialogue) {
  const limits = { ...DEFAULT_LIMITS, ...(maxMessage !== undefined && { maxMessage }) };
  const dialogue = new SftpDialogue({ limits, requests: 2, kept });
  const sent: number[] = [];
  const chunks = [...said];
  const steps = (function* () {
    yield* talk(dialogue);
    yield* dialogue.end();
  })() as Generator<Step<never>, void, never>;
  let state: unknown;
  try {
    for (let next = steps.next(); next.done !== true; ) {
      const step = next.value;
      if (step.do === "send") sent.push(step.octets[4]!);
      if (step.do === "keep") state = step.state;
      next = steps.next((step.do === "receive" ? chunks.shift() : undefined) as never);
    }
  } catch (error) {
    const { code, message, hint, reply: shown } = error as AccessError;
    return { sent, error: [code, message, ...(hint === undefined ? [] : [hint]), ...(shown ? [shown] : [])] };
  }
  return { sent, state };
}

const SHOWN = { cite: "x" };
const askOnce = function* (dialogue: SftpDialogue): Exchange<never> {
  yield* dialogue.begin();
  yield* dialogue.do(PACKET.REMOVE, [], SHOWN);
};
const version = (...extensions: readonly (readonly [string, string])[]) =>
  reply(3, ["VERSION", 3, ...extensions]);
const NONE = { id: 1, renamesOver: false, isOpenSsh: false };

describe("a dialogue keeps its connection", () => {
  it("with the id of its last request", () => {
    const { sent, state } = converse(askOnce, { said: [version(), reply(1)] });
    expect({ sent, state }).toEqual({ sent: [PACKET.INIT, PACKET.REMOVE], state: NONE });
  });

  it("and goes on with the next id, without a version", () => {
    const kept = { id: 41, renamesOver: true, isOpenSsh: true };
    const { sent, state } = converse(askOnce, { said: [reply(42)], kept });
    expect({ sent, state }).toEqual({ sent: [PACKET.REMOVE], state: { ...kept, id: 42 } });
  });

  it.each<[extensions: readonly (readonly [string, string])[], renamesOver: boolean, isOpenSsh: boolean]>([
    [[], false, false],
    [[["posix-rename@openssh.com", "1"]], true, true],
    [
      [
        ["statvfs@openssh.com", "2"],
        ["posix-rename@openssh.com", "1"],
      ],
      true,
      true,
    ],
    [
      [
        ["posix-rename@openssh.com", "1"],
        ["a@b", ""],
      ],
      true,
      true,
    ],
    [[["hardlink@openssh.com", "1"]], false, true],
    [[["posix-rename@example.com", "posix-rename@openssh.com"]], false, false],
    [[["x@openssh.com.example", ""]], false, false],
  ])("and what the extensions %j of the server say (§4)", (extensions, renamesOver, isOpenSsh) => {
    const { state } = converse(askOnce, { said: [version(...extensions), reply(1)] });
    expect(state).toEqual({ id: 1, renamesOver, isOpenSsh });
  });

  it.each<[what: string, octets: Uint8Array]>([
    ["a byte", Uint8Array.of(0)],
    ["another reply", reply(1)],
  ])("unless %s follows the last reply", (_, octets) => {
    const { state } = converse(askOnce, { said: [version(), joinBytes([reply(1), octets])] });
    expect(state).toBeUndefined();
  });

  it("unless a reply is missing", () => {
    const talk = function* (dialogue: SftpDialogue): Exchange<never> {
      yield* askOnce(dialogue);
      yield* dialogue.send(PACKET.REMOVE, []);
    };
    expect(converse(talk, { said: [version(), reply(1)] }).state).toBeUndefined();
  });

  it("unless a reply was not waited for", () => {
    const talk = function* (dialogue: SftpDialogue): Exchange<never> {
      yield* dialogue.begin();
      yield* dialogue.send(PACKET.REMOVE, []);
      yield* dialogue.do(PACKET.REMOVE, [], SHOWN);
    };
    expect(converse(talk, { said: [version(), reply(1), reply(2)] }).state).toBeUndefined();
  });
});

describe("replies", () => {
  it("can come in another order, whole or byte by byte (§3)", () => {
    const order: number[] = [];
    const talk = function* (dialogue: SftpDialogue): Exchange<never> {
      yield* dialogue.begin();
      const ids = [yield* dialogue.send(PACKET.STAT, []), yield* dialogue.send(PACKET.STAT, [])];
      for (const id of ids) order.push((yield* dialogue.receive(id)).reader.uint32());
    };
    const said = joinBytes([version(), reply(2, ["STATUS", 8]), reply(1, ["STATUS", 7])]);
    for (const chunks of [[said], Array.from(said, (octet) => Uint8Array.of(octet))])
      expect(converse(talk, { said: chunks }).state).toMatchObject({ id: 2 });
    expect(order).toEqual([7, 8, 7, 8]);
  });

  const TYPE = ["protocol-error", "the server sent a packet of another type"];
  const TEXT = [
    ...["protocol-error", "the server sent text instead of SFTP"],
    "check that the login scripts of this user on the server print nothing",
  ];

  it.each<[what: string, said: readonly Uint8Array[], error: readonly string[]]>([
    ["of length 0", [uint32(0)], TYPE],
    ["of another type than a version", [reply(3, OK)], TYPE],
    [
      "with an older version",
      [reply(3, ["VERSION", 2])],
      ["unsupported", "the server speaks version 2 of SFTP; expected 3"],
    ],
    ["with a long text", [new TextEncoder().encode("x".repeat(501))], [...TEXT, "x".repeat(500)]],
    ["with a text of four characters", [new TextEncoder().encode("~ \r\n")], [...TEXT, "~ \\x0d\\x0a"]],
    ["without any bytes", [], ["truncated", "the server closed the connection instead of replying"]],
    [
      "that ends in the middle",
      [reply(3, VERSION).subarray(0, 8)],
      ["truncated", "the server closed the connection instead of replying"],
    ],
    [
      "with half an extension",
      [joinBytes([uint32(6), Uint8Array.of(2), uint32(3), Uint8Array.of(0)])],
      ["protocol-error", "the server's packet ends in the middle of a value"],
    ],
    ["to no request", [version(), reply(2)], ["desync", "the server replied to no request"]],
    [
      "to the same request twice",
      [version(), reply(2), reply(2)],
      ["desync", "the server replied to no request"],
    ],
  ])("%s end a dialogue", (_, said, error) => {
    expect(converse(askOnce, { said })).toMatchObject({ error });
  });

  it("can have as many bytes as the limit maxMessage, and no more", () => {
    const said = [version(), reply(1)];
    // VERSION has five bytes, and a status without a text nine.
    expect(converse(askOnce, { said, maxMessage: 9 })).toMatchObject({ state: NONE });
    expect(converse(askOnce, { said, maxMessage: 8 })).toMatchObject({
      error: [
        ...["too-large", "the server announced a packet of 9 bytes; the limit is 8"],
        "increase the limit maxMessage",
      ],
    });
  });
});
