import { describe, expect, it } from "vitest";
import { closedError, isErrorReply, toError } from "../src/status.ts";

type Row = readonly [
  numbers: readonly number[],
  code: string,
  message: string,
  more?: { readonly hint?: string; readonly retryable?: true },
];

const reply = (command: string, ...parameters: readonly string[]) => ({ prefix: "s", command, parameters });

/** RFC 2812 §5.2, and 439, 470, 479, and 489 of later servers. */
const MEANINGS: readonly Row[] = [
  [[401, 402, 403, 406], "not-found", "the server has no such channel or user"],
  [[476, 479], "not-found", "the server does not accept the name of the channel"],
  [[470, 471, 473, 474, 489], "permission-denied", "the channel does not admit this user"],
  [[404], "permission-denied", "the channel does not accept the message"],
  [[477], "permission-denied", "the channel only admits registered users"],
  [[462, 463, 465, 481, 484], "permission-denied", "the server does not admit this user"],
  [[263, 437, 439], "temporarily-unavailable", "the server is too busy", { retryable: true }],
  [[405], "temporarily-unavailable", "this user has joined too many channels", { retryable: true }],
  [[421], "unsupported", "the server does not support this command"],
  [[461], "unsupported", "the server does not support this form of the command"],
  [[432], "bad-option", "the server does not accept the nickname", { hint: "set the irc option nick" }],
  [[451], "auth-required", "the server requires a registration"],
  [
    [464],
    "auth-failed",
    "the server requires a password, or another one",
    { hint: "write it into the URL: irc://:PASSWORD@host/" },
  ],
  [[475], "auth-failed", "the channel requires a key, or another one", { hint: 'add "?key=KEY" to the URL' }],
  [
    [400, 407, 408, 411, 433, 436, 441, 442, 443, 472, 478, 482, 485, 491, 499, 501, 502, 599],
    "protocol-error",
    "unexpected reply from the server",
  ],
];

const ROWS = MEANINGS.flatMap(([numbers, code, message, { hint, retryable = false } = {}]) =>
  numbers.map((number) => [number, code, message, hint, retryable] as const),
);

describe("the reply of a server", () => {
  it.each(ROWS)("%i is %s: %s", (number, code, message, hint, retryable) => {
    const error = toError(reply(String(number), "guest", "#c", "no, not you"));
    expect(isErrorReply(reply(String(number)))).toBe(true);
    expect(error).toMatchObject({ code, message, replyCode: number, reply: `${number} #c no, not you` });
    expect([error.hint, error.retryable ?? false]).toEqual([hint, retryable]);
  });

  it.each([
    "001",
    "200",
    "262",
    "264",
    "332",
    "399",
    "600",
    "4000",
    "40",
    "1400",
    "4AA",
    "45A",
    "PING",
    "ERROR",
  ])("%s reports no error", (command) => expect(isErrorReply(reply(command))).toBe(false));

  it.each([
    ["a\x1b[2J", "404 a\\x1b[2J"],
    ["x".repeat(496), `404 ${"x".repeat(496)}`],
    ["x".repeat(497), `404 ${"x".repeat(496)}`],
    [`${"x".repeat(494)}\x1b`, `404 ${"x".repeat(494)}\\x`],
  ])("with the text %j is shown in at most 500 characters, without control characters", (text, shown) => {
    expect(toError(reply("404", "guest", text)).reply).toBe(shown);
  });
});

describe("ERROR, with which a server closes the connection (RFC 2812 §3.7.4)", () => {
  it("refuses a user before the registration", () => {
    const error = closedError(reply("ERROR", "Closing\x1b", "no\x07"), false);
    expect(error).toMatchObject({
      ...{ code: "permission-denied", message: "the server refused the connection", reply: "no\\x07" },
    });
    expect(error.retryable ?? false).toBe(false);
  });

  it("ends a session after it, which can be tried again", () => {
    expect(closedError(reply("ERROR", "bye"), true)).toMatchObject({
      ...{ code: "truncated", message: "the server closed the connection", reply: "bye", retryable: true },
    });
  });

  it("is shown in at most 500 characters", () => {
    for (const isRegistered of [true, false]) {
      expect(closedError(reply("ERROR", "x".repeat(501)), isRegistered).reply).toBe("x".repeat(500));
      expect(closedError(reply("ERROR", "\x1b".repeat(126)), isRegistered).reply).toBe("\\x1b".repeat(125));
      expect(closedError(reply("ERROR"), isRegistered).reply).toBe("");
    }
  });
});
