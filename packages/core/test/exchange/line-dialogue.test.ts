import { describe, expect, it } from "vitest";
import {
  checkNoUnsolicitedData,
  type Exchange,
  findMeaning,
  formatCommand,
  formatReply,
  Inbox,
  type LineDialogue,
  type LineProtocol,
  type Reply,
  readReply,
  replyError,
  sendCommand,
} from "../../src/exchange/index.ts";
import { DEFAULT_LIMITS, octetsOf, textOf } from "../../src/index.ts";

/** Every line of a reply has the code, as in SMTP. */
const CODED: LineProtocol = {
  command: "a command",
  server: "a server",
  line: /^[1-5][0-9]{2}(?:[ -]|$)/,
};
/** Only the first and the last line have it, as in FTP. */
const FREE: LineProtocol = { ...CODED, hasFreeLines: true };
/** A reply is one line, and a command has at most 16 bytes, as in NNTP. */
const SINGLE: LineProtocol = {
  ...CODED,
  line: /^[1-5][0-9]{2}(?: [^\r\0]*)?$/,
  maxCommand: 16,
  closing: { code: 400, meaning: { code: "temporarily-unavailable", message: "closing" } },
};

function dialogueOf(protocol: LineProtocol, limits: Partial<typeof DEFAULT_LIMITS> = {}): LineDialogue {
  return { protocol, limits: { ...DEFAULT_LIMITS, ...limits }, inbox: new Inbox() };
}

/** Runs an exchange with what the server sends, in chunks of `size` bytes, and then closes. Returns what was sent, too. */
function run(exchange: Exchange<never, Reply>, text: string, size = text.length) {
  const octets = octetsOf(text);
  const sent: string[] = [];
  let next = exchange.next();
  for (let at = 0; next.done !== true; ) {
    if (next.value.do === "send") {
      sent.push(textOf(next.value.octets));
      next = exchange.next();
      continue;
    }
    next = exchange.next(at < octets.length ? octets.slice(at, at + size) : undefined);
    at += size;
  }
  return { reply: next.value, sent };
}

const read = (protocol: LineProtocol, text: string, size?: number) =>
  run(readReply(dialogueOf(protocol)), text, size).reply;

describe("a reply of a line dialogue", () => {
  it.each([
    ["one line", CODED, "220 hello\r\n", { code: 220, text: "hello" }],
    ["a code alone", CODED, "220\n", { code: 220, text: "" }],
    ["coded lines (RFC 5321 §4.2.1)", CODED, "250-a\r\n250-\r\n250 c\r\n", { code: 250, text: "a\n\nc" }],
    ["coded lines that end without a text", CODED, "250-a\r\n250\r\n", { code: 250, text: "a\n" }],
    [
      "free lines (RFC 959 §4.2)",
      FREE,
      "211-a\r\n 212 b\r\n211x\r\n211 c\r\n",
      { code: 211, text: "a\n 212 b\n211x\nc" },
    ],
    ["bytes that are not UTF-8", SINGLE, "200 caf\udce9\r\n", { code: 200, text: "caf\udce9" }],
  ])("has %s, however it was split", (_, protocol, text, expected) => {
    for (let size = 1; size <= text.length; size++) expect(read(protocol, text, size)).toEqual(expected);
  });

  it.each([
    ["another service", CODED, "SSH-2.0-x\r\n", "protocol-error"],
    ["two codes", CODED, "250-a\r\n251 b\r\n", "protocol-error"],
    ["several lines where one is allowed", SINGLE, "200-a\r\n200 b\r\n", "protocol-error"],
    ["a CR within a line of one protocol", SINGLE, "200 a\rb\r\n", "protocol-error"],
    ["nothing", CODED, "", "truncated"],
    ["half a line", CODED, "220 a", "truncated"],
    ["a half reply", FREE, "220-a\r\n", "truncated"],
  ])("is not %s", (_, protocol, text, code) => {
    expect(() => read(protocol, text)).toThrow(expect.objectContaining({ code }));
  });

  it("of a closed connection is retryable, and has the part that arrived", () => {
    expect(() => read(CODED, "")).toThrow(
      expect.objectContaining({ message: expect.stringContaining("instead of replying"), retryable: true }),
    );
    expect(() => read(CODED, "220 half")).toThrow(
      expect.objectContaining({ retryable: true, reply: "220 half" }),
    );
  });

  it.each([
    ["maxLine", 10, "220 xxxxxx\r\n", "220 xxxxxxx\r\n"],
    ["maxReply", 20, "220-aaaaa\r\n220-b\r\n220 c\r\n", "220-aaaaaaa\r\n220-b\r\n220 cc\r\n"],
    ["maxReplyLines", 2, "220-a\r\n220 b\r\n", "220-a\r\n220-b\r\n220 c\r\n"],
  ])("has the limit %s", (limit, max, fits, exceeds) => {
    for (const protocol of [CODED, FREE]) {
      const dialogue = () => dialogueOf(protocol, { [limit]: max });
      expect(run(readReply(dialogue()), fits).reply.code).toBe(220);
      const error = { code: "too-large", hint: `increase the limit ${limit}` };
      expect(() => run(readReply(dialogue()), exceeds)).toThrow(expect.objectContaining(error));
    }
  });
});

describe("a command of a line dialogue", () => {
  it("ends with CR LF, and its reply belongs to it", () => {
    const command = formatCommand(CODED, "NOOP", { cite: "RFC 959", part: "path" });
    expect(command).toEqual({ do: "send", octets: octetsOf("NOOP\r\n"), cite: "RFC 959", part: "path" });
    expect(run(sendCommand(dialogueOf(CODED), command), "200 ok\r\n")).toEqual({
      sent: ["NOOP\r\n"],
      reply: { code: 200, text: "ok" },
    });
  });

  it("masks exactly its secret bytes", () => {
    const { octets, secret } = formatCommand(CODED, "PASS é", { secret: "s\udcffcrét" });
    expect(textOf(octets.slice(...secret!))).toBe("s\udcffcrét");
    expect(formatCommand(CODED, "PASS ", { secret: "" })).not.toHaveProperty("secret");
  });

  it("never contains NUL, CR, or LF (RFC 1738 §6)", () => {
    for (const control of ["\0", "\r", "\n"]) {
      const error = expect.objectContaining({ code: "control-octet" });
      expect(() => formatCommand(CODED, `a${control}b`, {})).toThrow(error);
      expect(() => formatCommand(CODED, "a", { secret: `b${control}` })).toThrow(error);
    }
  });

  it("has the limit of its protocol, or maxCommand, with its end", () => {
    expect(formatCommand(SINGLE, "x".repeat(14), {}).octets).toHaveLength(16);
    expect(() => formatCommand(SINGLE, "x".repeat(15), {})).toThrow(
      expect.objectContaining({ code: "too-long", hint: undefined }),
    );
    const limits = { maxCommand: 10 };
    expect(formatCommand(CODED, "x".repeat(8), { limits }).octets).toHaveLength(10);
    expect(() => formatCommand(CODED, "x".repeat(9), { limits })).toThrow(
      expect.objectContaining({ code: "too-long", hint: "increase the limit maxCommand" }),
    );
  });

  it("is not sent if data has already arrived, which would be taken for its reply", () => {
    const dialogue = dialogueOf(CODED);
    dialogue.inbox.push(octetsOf("200 injected\r\n"));
    const exchange = sendCommand(dialogue, formatCommand(CODED, "NOOP", {}));
    expect(() => exchange.next()).toThrow(expect.objectContaining({ code: "desync" }));
    expect(() => checkNoUnsolicitedData(dialogue, "TLS started")).toThrow("before TLS started");
  });

  it("reports that the server is closing, if it may say so at any time", () => {
    const check = (text: string, before?: string) => {
      const dialogue = dialogueOf(SINGLE);
      dialogue.inbox.push(octetsOf(text));
      checkNoUnsolicitedData(dialogue, before);
    };
    const closing = expect.objectContaining({ code: "temporarily-unavailable", replyCode: 400 });
    expect(() => check("400 idle\r\n")).toThrow(closing);
    expect(() => check("400 idle")).toThrow(closing);
    expect(() => check("4000 idle\r\n")).toThrow(expect.objectContaining({ code: "desync" }));
    expect(() => check("200 idle\r\n")).toThrow(expect.objectContaining({ code: "desync" }));
    expect(() => check("400 idle\r\n", "TLS started")).toThrow(expect.objectContaining({ code: "desync" }));
  });
});

describe("the meaning of a reply", () => {
  const meaning = (message: string) => ({ code: "unsupported", message }) as const;
  const table = { 502: meaning("exact"), 5: meaning("class") };

  it("is that of its code, its first digit, or all others", () => {
    const messageOf = (code: number, meanings: typeof table | (typeof table & { 0: object })) =>
      findMeaning({ code, text: "" }, meanings as typeof table).message;
    expect([502, 503, 250].map((code) => messageOf(code, table))).toEqual([
      ...["exact", "class", "unexpected reply from the server"],
    ]);
    expect(messageOf(250, { ...table, 0: meaning("others") })).toBe("others");
  });

  it("becomes an error with the server's text on one line, without controls, of at most 500 characters", () => {
    const reply = { code: 550, text: `\x1b[2J${"long ".repeat(500)}\nnext` };
    const error = replyError(reply, { code: "not-found", message: "no", hint: "look" });
    expect(error).toMatchObject({ code: "not-found", message: "no", hint: "look", replyCode: 550 });
    expect(error.reply).toMatch(/^550 [^\x1b\n]{495}…$/);
    expect(formatReply({ code: 250, text: "a\nb" })).toBe("250 a b");
    expect(formatReply({ code: 250, text: "" })).toBe("250");
    expect(replyError(reply, { code: "busy", message: "" }).retryable).toBe(true);
  });
});
