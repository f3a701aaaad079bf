import { octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeMailData, findRequiredExtensions } from "../src/mail-data.ts";
import { formatPath } from "../src/path.ts";

const text = (message: string) => textOf(concat(...encodeMailData(octetsOf(message))));

/** Parses mail data as a server does (RFC 5321 §4.5.2): lines end in CR LF, and one leading dot is removed. */
function unstuffed(data: string): string {
  const lines = data.split("\r\n").slice(0, -1);
  expect(lines).not.toContain(".");
  return lines.map((line) => `${line.startsWith(".") ? line.slice(1) : line}\r\n`).join("");
}

describe("mailData", () => {
  it.each([
    [".\r\n", "..\r\n"],
    ["a\r\n.b\r\n..\r\n", "a\r\n..b\r\n...\r\n"],
    ["a.\r\n", "a.\r\n"],
    ["\r\n\r\n", "\r\n\r\n"],
  ])("sends %j as %j", (message, data) => {
    expect(text(message)).toBe(data);
  });

  it("is restored by a server for any message, and never ends early", () => {
    const line = fc.string({ unit: fc.constantFrom("", ".", "..", "a", " ", "QUIT", "é"), maxLength: 30 });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const message = lines.map((each) => `${each}\r\n`).join("");
        expect(unstuffed(text(message))).toBe(message);
      }),
    );
  });

  it("splits a message into chunks that are the whole", () => {
    const message = ".x\r\n".repeat(100_000);
    const pieces = encodeMailData(octetsOf(message));
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
    expect(unstuffed(textOf(concat(...pieces)))).toBe(message);
  });

  // If one of two servers accepts a bare LF as a line end, it sees two messages: SMTP smuggling (2023).
  it.each([
    ["a\n.\r\nMAIL FROM:<x@y>\r\n", "control-octet"],
    ["a\r\n.\nMAIL FROM:<x@y>\r\n", "control-octet"],
    ["a\r\n.\rMAIL\r\n", "control-octet"],
    ["a\r.\r\n", "control-octet"],
    ["a\r\r\n", "control-octet"],
    ["a\n\r\n", "control-octet"],
    ["a\0\r\n", "control-octet"],
    ["a\r", "control-octet"],
    ["a", "control-octet"],
    ["", "control-octet"],
    [`${"a".repeat(999)}\r\n`, "too-long"],
  ])("rejects %j", (message, code) => {
    expect(() => encodeMailData(octetsOf(message))).toThrow(
      expect.objectContaining({ name: "AccessError", code }),
    );
  });

  it("accepts a line of 998 bytes", () => {
    expect(text(`${"a".repeat(998)}\r\n`)).toHaveLength(1000);
  });

  it("takes time that grows with the length, not with its square", () => {
    // The square would take minutes.
    expect(encodeMailData(octetsOf(".\r\n".repeat(1_000_000))).at(-1)).toBeDefined();
  });

  it("detects the required extensions", () => {
    const needs = (addresses: readonly string[], message: string) =>
      findRequiredExtensions(addresses, octetsOf(message));
    expect(needs(["a@b"], "X: y\r\n\r\nz\r\n")).toEqual({ eightBit: false, smtpUtf8: false });
    expect(needs(["a@b"], "X: y\r\n\r\né\r\n")).toEqual({ eightBit: true, smtpUtf8: false });
    expect(needs(["a@b"], "X: é\r\n\r\nz\r\n")).toEqual({ eightBit: true, smtpUtf8: true });
    expect(needs(["é@b"], "X: y\r\n\r\nz\r\n")).toEqual({ eightBit: false, smtpUtf8: true });
    expect(needs(["a@b"], "X: é\r\n")).toEqual({ eightBit: true, smtpUtf8: true });
  });
});

describe("a path", () => {
  it.each([
    ...["a@b", "a.b+c@d.example", '"a b"@c', '"a\\"b>c"@d', "a@[192.0.2.1]", "a@[IPv6:::1]", "é@é.example"],
    ...["!#$%&'*+-/=?^_`{|}~@x", '""@x'],
  ])("%s", (mailbox) => {
    expect(formatPath(mailbox)).toBe(`<${mailbox}>`);
  });

  it.each([
    ...[
      "",
      "a",
      "@b",
      "a@",
      "a b@c",
      "a@b c",
      "a>@b",
      "a@b> SIZE=1",
      "<a@b>",
      "a@b\r\nRSET",
      '"a\r\nb"@c',
      '"a\tb"@c',
    ],
    ...[
      '"a@b',
      "a..b@c",
      ".a@b",
      "a@b.",
      "a@[1]x",
      "a@[1 2]",
      "a@[1>]\r\n",
      "a@@b",
      "a,b@c",
      "a@b,c@d",
      "\u0080@b",
    ],
    ...["\ud800@b", "a@\udcff", `${"a".repeat(1000)}@b`],
  ])("rejects %j", (mailbox) => {
    expect(() => formatPath(mailbox)).toThrow(expect.objectContaining({ code: "bad-address" }));
  });

  it("formats any address so that it cannot end a command", () => {
    const any = fc.string({ unit: fc.constantFrom(...'ab.@<>"\\ \t\r\n\0[]:,é'), maxLength: 20 });
    fc.assert(
      fc.property(any, any, (left, right) => {
        let path: string;
        try {
          path = formatPath(`${left}@${right}`);
        } catch (error) {
          expect(error).toMatchObject({ code: "bad-address" });
          return;
        }
        expect(path).not.toMatch(/[\0-\x1f\x7f]/);
        // Outside of quotes there is neither a space nor another bracket.
        const bare = path.slice(1, -1).replace(/"(?:[^"\\]|\\.)*"/g, "");
        expect(bare).not.toMatch(/[ <>"]/);
      }),
      { numRuns: 2_000 },
    );
  });

  // A pattern that backtracks would take minutes.
  it.each(['"', '\\"', "a.", "a", ".", "@", "["])(
    "rejects a long address without backtracking: %s",
    (shape) => {
      for (const address of [shape.repeat(1000 / shape.length), `"${shape.repeat(990 / shape.length)}`])
        expect(() => formatPath(address)).toThrow(expect.objectContaining({ code: "bad-address" }));
    },
  );
});
