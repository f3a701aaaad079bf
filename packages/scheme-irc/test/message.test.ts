import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  checkParameter,
  formatMessage,
  type IrcMessage,
  isSameName,
  nickOf,
  parseMessage,
  splitText,
  textOfMessage,
} from "../src/message.ts";

describe("a line of a server", () => {
  it.each<[line: string, prefix: string, command: string, parameters: readonly string[]]>([
    // message = [ ":" prefix SPACE ] command [ params ] (RFC 2812 §2.3.1)
    ["PING", "", "PING", []],
    ["PING ", "", "PING", []],
    ["PING :", "", "PING", [""]],
    ["PING x", "", "PING", ["x"]],
    ["ping x", "", "PING", ["x"]],
    ["PiNg x", "", "PING", ["x"]],
    [":s 001", "s", "001", []],
    [":s 999 a", "s", "999", ["a"]],
    [":s 366 guest #c :End of NAMES", "s", "366", ["guest", "#c", "End of NAMES"]],
    [":ann!a@h.example PRIVMSG #c :hi", "ann!a@h.example", "PRIVMSG", ["#c", "hi"]],
    [": X a", "", "X", ["a"]],
    // Only a ":" at the beginning of a parameter begins the last one.
    [":s X a:b c", "s", "X", ["a:b", "c"]],
    [":s X ::b", "s", "X", [":b"]],
    [":s X :a :b", "s", "X", ["a :b"]],
    [":s X : a", "s", "X", [" a"]],
    [":s X a :", "s", "X", ["a", ""]],
    // Servers send more than one space.
    [":s  X  a   b  :c  d ", "s", "X", ["a", "b", "c  d "]],
    [":s X a  ", "s", "X", ["a"]],
    // Tags (IRCv3 message-tags) say nothing here.
    ["@time=2026-01-01;id=:a :s X a", "s", "X", ["a"]],
    ["@a  :s X a", "s", "X", ["a"]],
    ["@ X a", "", "X", ["a"]],
  ])("%j has the prefix %j, the command %s, and the parameters %j", (line, prefix, command, parameters) => {
    expect(parseMessage(line)).toEqual({ prefix, command, parameters });
  });

  it.each([
    ...["", " ", ":", ":s", ":s ", ":s :x", " PING", ":s  ", "@a", "@a ", "@a :s"],
    ...["12 a", "1 a", "1234 a", "12a a", "A1 a", "A-B", "A:b", "x PRIVMSG".replace("x", "é"), "@a:s X@"],
  ])("%j is not a message", (line) => expect(parseMessage(line)).toBeUndefined());

  it.each([
    ["ann!a@h.example", "ann"],
    ["ann@h.example", "ann"],
    ["ann!a", "ann"],
    ["irc.example", "irc.example"],
    ["a!b\n!c", "a"],
    ["", ""],
  ])("from %j is from the nickname %j (RFC 2812 §2.3.1)", (prefix, nick) => {
    expect(nickOf({ prefix, command: "X", parameters: [] })).toBe(nick);
  });

  it.each<[parameters: IrcMessage["parameters"], text: string]>([
    [["a", "b c"], "b c"],
    [["a"], "a"],
    [[], ""],
  ])("with the parameters %j has the text %j", (parameters, text) => {
    expect(textOfMessage({ prefix: "", command: "X", parameters })).toBe(text);
  });
});

describe("the names of channels and users", () => {
  it.each([
    ["#C", "#c"],
    ["AZ", "az"],
    ["[]\\~", "{}|^"],
    ["", ""],
  ])("%j and %j are the same (RFC 2812 §2.2)", (a, b) => {
    expect(isSameName(a, b)).toBe(true);
    expect(isSameName(b, a)).toBe(true);
  });

  it.each([
    ["a", "b"],
    ["@", "`"],
    ["_", "?"],
    ["^", ">"],
    ["Z", "Y"],
    ["É", "é"],
    ["a", "aa"],
  ])("%j and %j are not", (a, b) => expect(isSameName(a, b)).toBe(false));
});

describe("a message to a server", () => {
  it.each<[line: string, parameters: readonly string[], init?: Parameters<typeof formatMessage>[1]]>([
    ["LIST", ["LIST"]],
    ["JOIN #c", ["JOIN", "#c"]],
    ["JOIN #c key", ["JOIN", "#c"], { secret: "key" }],
    ["PRIVMSG #c :hello, you", ["PRIVMSG", "#c"], { text: "hello, you" }],
    ["PRIVMSG #c :", ["PRIVMSG", "#c"], { text: "" }],
    ["PRIVMSG #c ::)", ["PRIVMSG", "#c"], { text: ":)" }],
    ["X a:b", ["X", "a:b"]],
  ])("is %j", (line, parameters, init) => {
    const { do: what, octets, secret, cite, part } = formatMessage(parameters, init);
    expect([what, textOf(octets)]).toEqual(["send", `${line}\r\n`]);
    expect(secret).toEqual(init?.secret === undefined ? undefined : [8, 11]);
    expect([cite, part]).toEqual(["RFC 2812 §3", undefined]);
  });

  it("names its rule, and the part of the URL that it comes from", () => {
    expect(formatMessage(["X"], { cite: "RFC 2812 §3.1", part: "user" })).toMatchObject({
      cite: "RFC 2812 §3.1",
      part: "user",
    });
  });

  const REFUSED = {
    code: "control-octet",
    message:
      "a name, key or password for IRC must not be empty, begin with a colon, or contain a space, a comma or a control character; nothing was sent",
    hint: "correct the URL",
  };
  it.each(["", ":", ":a", "a b", "a,b", "a\0", "a\x07", "a\r", "\nb"])(
    "does not have the parameter %j (RFC 2812 §2.3.1)",
    (parameter) => {
      const error = expect.objectContaining(REFUSED);
      expect(() => checkParameter(parameter)).toThrow(error);
      expect(() => formatMessage([parameter])).toThrow(error);
      expect(() => formatMessage(["X", parameter])).toThrow(error);
      expect(() => formatMessage(["X"], { secret: parameter })).toThrow(error);
    },
  );

  it.each(["a", "a:", "é", "\x01", "\x08", "\t", "+-."])("can have the parameter %j", (parameter) => {
    expect(() => checkParameter(parameter)).not.toThrow();
  });

  it("has no line end in its text", () => {
    for (const text of ["a\nQUIT", "a\rQUIT", "a\0"])
      expect(() => formatMessage(["X"], { text })).toThrow(
        expect.objectContaining({
          code: "control-octet",
          message: "an IRC message cannot contain NUL, CR, or LF; nothing was sent",
          hint: "remove NUL, CR, and LF from the URL",
        }),
      );
  });

  it("has at most 512 bytes with its end (RFC 2812 §2.3)", () => {
    expect(formatMessage(["X", "a".repeat(508)]).octets.length).toBe(512);
    expect(formatMessage(["X"], { text: "é".repeat(253) }).octets.length).toBe(511);
    for (const [parameters, init] of [
      [["X", "a".repeat(509)], {}],
      [["X"], { text: "é".repeat(254) }],
      [["X"], { secret: "a".repeat(509) }],
    ] as const)
      expect(() => formatMessage(parameters, init)).toThrow(
        expect.objectContaining({
          code: "too-long",
          message: "an IRC message exceeds the limit of 512 bytes; nothing was sent",
        }),
      );
  });
});

describe("a text that is said", () => {
  // A relayed message has 512 bytes, of which 417 are left for the names and the text.
  it.each<[names: readonly string[], max: number]>([
    [[], 400],
    [["n".repeat(17)], 400],
    [["n".repeat(10), "t".repeat(8)], 399],
    [["n".repeat(9), "#".repeat(50)], 358],
    [["é".repeat(100)], 217],
    [["n".repeat(353)], 64],
    [["n".repeat(354)], 64],
    [["n".repeat(1000)], 64],
  ])("beside the names %j has %i bytes in each message (RFC 2812 §2.3)", (names, max) => {
    const split = (text: string) => splitText(text, ...names).map((part) => octetsOf(part).length);
    expect(split("x".repeat(max))).toEqual([max]);
    expect(split("x".repeat(max + 1))).toEqual([max, 1]);
    expect(split("x".repeat(2 * max + 3))).toEqual([max, max, 3]);
  });

  it.each<[character: string, bytes: number]>([
    ["\x7f", 1],
    ["\x80", 2],
    ["é", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\ud7ff", 3],
    // A byte that is not UTF-8.
    ["\udc80", 1],
    ["\udcff", 1],
    ["\ue000", 3],
    ["\uffff", 3],
    ["\u{10000}", 4],
    ["😀", 4],
  ])("is split between characters: %j has %i bytes", (character, bytes) => {
    expect(octetsOf(character).length).toBe(bytes);
    const [first, ...rest] = splitText(`x${character.repeat(400)}`);
    expect(first).toBe(`x${character.repeat(Math.floor(399 / bytes))}`);
    expect([first, ...rest].join("")).toBe(`x${character.repeat(400)}`);
    expect(rest[0]).toBe(
      rest.length === 1
        ? character.repeat(400 - Math.floor(399 / bytes))
        : character.repeat(Math.floor(400 / bytes)),
    );
  });

  it("is nothing if it is empty", () => expect(splitText("", "a", "b")).toEqual([]));
});
