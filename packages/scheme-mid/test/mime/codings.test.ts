import { type Completeness, octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { readParameters } from "../../src/mime/parameters.ts";
import { decodeBody } from "../../src/mime/transfer-encoding.ts";

describe("the parameters of a field", () => {
  it.each<[rule: string, field: string, value: string, parameters: Readonly<Record<string, string>>]>([
    ["RFC 2045 §5.1", "text/plain; charset=us-ascii (Plain text)", "text/plain", { charset: "us-ascii" }],
    ["RFC 2045 §5.1", 'TEXT/Plain; Charset="us-ascii"', "text/plain", { charset: "us-ascii" }],
    ["RFC 2045 §5.1", "text/plain", "text/plain", {}],
    ["RFC 822 §3.3", 'a/b; name="a\\"b;c"', "a/b", { name: 'a"b;c' }],
    [
      "RFC 2231 §3",
      'message/external-body; access-type=URL; URL*0="ftp://"; URL*1="cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"',
      "message/external-body",
      { "access-type": "URL", url: "ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar" },
    ],
    [
      "RFC 2231 §4",
      "application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A",
      "application/x-stuff",
      { title: "This is ***fun***" },
    ],
    [
      "RFC 2231 §4.1",
      "application/x-stuff; title*0*=us-ascii'en'This%20is%20even%20more%20; title*1*=%2A%2A%2Afun%2A%2A%2A%20; title*2=\"isn't it!\"",
      "application/x-stuff",
      { title: "This is even more ***fun*** isn't it!" },
    ],
    ["RFC 2231 §4", "a/b; name*=utf-8''%C3%BC; name=u", "a/b", { name: "\u00fc" }],
    ["RFC 2231 §4", "a/b; name=u; name*=iso-8859-1''%FC", "a/b", { name: "\u00fc" }],
    ["RFC 2231 §4", "a/b; name*=x-unknown''%C3%BC", "a/b", { name: "\u00fc" }],
    // A missing segment ends the value.
    ["RFC 2231 §3", "a/b; name*0=x; name*2=z", "a/b", { name: "x" }],
    ["RFC 2045 §5", "a/b; name=x; name=y", "a/b", { name: "x" }],
  ])("%s: %s", (_, field, value, parameters) => {
    const read = readParameters(field);
    expect(read.value).toBe(value);
    expect(Object.fromEntries(read.parameters)).toEqual(parameters);
  });
});

describe("the transfer encoding of a body (RFC 2045 §6)", () => {
  function decode(text: string, encoding: string): [string, Completeness] {
    const body = decodeBody(octetsOf(text), encoding);
    let decoded = "";
    for (;;) {
      const next = body.next();
      if (next.done === true) return [decoded, next.value];
      decoded += textOf(next.value);
    }
  }

  it.each([
    ["a=\r\nb", "7bit", "a=\r\nb"],
    ["a=\r\nb", "8-bit", "a=\r\nb"],
    ["a=\r\nb", "7-bits", "a=\r\nb"],
    ["a=\r\nb", "8bits", "a=\r\nb"],
    ["aGVsbG8=", "base64", "hello"],
    ["aGVs\r\nbG8 h", "base64", "hello!"],
    ["aGVsbA==aGVs", "base64", "hell"],
    ["a=3Db=\r\nc=20", "quoted-printable", "a=bc "],
  ])("decodes %j in %s", (text, encoding, decoded) => {
    expect(decode(text, encoding)).toEqual([decoded, true]);
  });

  it.each(["9bit", "bit", "8--bit", "8bitss", "x8bit"])("is rejected if it is %s", (encoding) => {
    expect(() => decode("x", encoding)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("is rejected if it is unknown", () => {
    expect(() => decode("x", "x-uuencode")).toThrow(
      expect.objectContaining({ code: "unsupported", message: expect.stringContaining('"x-uuencode"') }),
    );
  });

  it.each<readonly [encoding: string, text: string, sizes: readonly number[]]>([
    ["binary", "", []],
    ["binary", "x", [1]],
    ["binary", "x".repeat(49_152), [49_152]],
    ["binary", "x".repeat(49_153), [49_152, 1]],
    ["7bit", "x".repeat(98_305), [49_152, 49_152, 1]],
    ["base64", "QUJD".repeat(20_000), [36_864, 23_136]],
    // A chunk that is decoded to nothing.
    ["base64", `${" ".repeat(49_152)}QUJD`, [3]],
    ["base64", `QUJD${" ".repeat(98_304)}`, [3]],
    // A line is held until its end.
    ["quoted-printable", "x", [1]],
    ["quoted-printable", "x\r\ny", [3, 1]],
  ])("is decoded in chunks of 48 KiB of %s", (encoding, text, sizes) => {
    const chunks = [...decodeBody(octetsOf(text), encoding)];
    expect(chunks.map(({ length }) => length)).toEqual(sizes);
  });

  it("is truncated if base64 ends within a group", () => {
    expect(() => decode("aGVsb", "base64")).toThrow(expect.objectContaining({ code: "truncated" }));
  });
});
