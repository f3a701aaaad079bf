import { describe, expect, it } from "vitest";
import { parseHeader, readMediaType, shorten, toError } from "../src/status.ts";

describe("the header of a response", () => {
  it.each<[line: string, status: number, meta: string]>([
    ["20 text/gemini", 20, "text/gemini"],
    ["20", 20, ""],
    ["20 ", 20, ""],
    ["10 What?", 10, "What?"],
    ["69 x", 69, "x"],
    ["51 not found, é", 51, "not found, é"],
    ["51 \ud83d\ude00", 51, "\ud83d\ude00"],
    // Servers send other spaces.
    ["20\ttext/plain", 20, "text/plain"],
    ["20 \t text/plain \t", 20, "text/plain"],
    ["51 a\tb", 51, "a\tb"],
  ])("%j has the status %i and the text %j", (line, status, meta) => {
    expect(parseHeader(line)).toEqual({ status, meta });
  });

  it.each([
    ...["", "2", "2 x", "200 x", "20x", "09 x", "00 x", "70 x", "99 x", "1a x", "a1 x", " 20 x", "x20 x"],
    ...["20 a\0", "20 a\x08", "20 a\n", "20 a\x0b", "20 a\x1f", "20 a\x7f", "20 a\r"],
  ])("is not %j", (line) => expect(parseHeader(line)).toBeUndefined());
});

describe("the media type of a document", () => {
  it.each([
    ...[
      "text/gemini",
      "a/b",
      "text/plain;",
      "text/plain; charset=utf-8",
      "text/plain \t;a",
      "text/plain;\ta=~",
    ],
    ...["application/x!#$&^_.+-y", "x!#$&^_.+-y/z9"],
  ])("can be %j (RFC 6838 §4.2)", (meta) => expect(readMediaType({ status: 20, meta })).toBe(meta));

  it("is that of gemtext if it is missing", () => {
    expect(readMediaType({ status: 20, meta: "" })).toBe("text/gemini; charset=utf-8");
  });

  it.each([
    ...["text", "text/", "/plain", "text/plain x", "x text/plain", "text/a/b", "tex t/plain", "text/plain,a"],
    ...["text/plain; a=é", "text/plain; a\x7f", "text/plain; a\x1f", "téxt/plain", "text/(", "(/plain"],
  ])("cannot be %j", (meta) => expect(readMediaType({ status: 20, meta })).toBeUndefined());
});

type Row = readonly [statuses: readonly number[], code: string, message: string, hint?: string];

const QUESTION = 'run "search" with the answer, or write it after "?" in the URL';
const CERTIFICATE =
  "set a client certificate: the gemini option certificates, or tls.cert and tls.key of the client";

/** Only the first digit of a status has to be known: the others mean what the ten means. */
const MEANINGS: readonly Row[] = [
  [[10, 12, 13, 14, 15, 16, 17, 18, 19], "input-required", "the server asks a question", QUESTION],
  [[11], "input-required", "the server asks for a secret", QUESTION],
  [[40, 42, 43, 45, 46, 47, 48, 49], "temporarily-unavailable", "the server reports a temporary failure"],
  [[41], "busy", "the server is overloaded, or in maintenance"],
  [[44], "temporarily-unavailable", "the server asks to wait"],
  [[50, 54, 55, 56, 57, 58], "protocol-error", "the server reports a failure"],
  [[51], "not-found", "the server has no such resource"],
  [[52], "not-found", "the resource is gone"],
  [[53], "redirect-refused", "the server does not serve this host"],
  [[59], "protocol-error", "the server rejected the request"],
  [
    [60, 63, 64, 65, 66, 67, 68, 69],
    "auth-required",
    "the server requires a client certificate",
    CERTIFICATE,
  ],
  [[61], "permission-denied", "the client certificate is not authorized", CERTIFICATE],
  [[62], "auth-failed", "the client certificate is not valid", CERTIFICATE],
];

const ROWS = MEANINGS.flatMap(([statuses, code, message, hint]) =>
  statuses.map((status) => [status, code, message, hint] as const),
);

describe("the error of a status", () => {
  it.each(ROWS)("%i is %s: %s", (status, code, message, hint) => {
    const error = toError({ status, meta: "no\u202e" });
    expect(error).toMatchObject({ code, message, reply: "no\\u202e", replyCode: status });
    expect([error.hint, error.retryAfter]).toEqual([hint, undefined]);
    expect(error.retryable).toBe(status >= 40 && status <= 49);
  });

  it.each<[status: number, meta: string, milliseconds: number | undefined]>([
    [44, "0", 0],
    [44, "1", 1000],
    [44, "999999", 999_999_000],
    [44, "1000000", undefined],
    [44, "", undefined],
    [44, "-1", undefined],
    [44, "1.5", undefined],
    [44, "3 s", undefined],
    [44, "in 3", undefined],
    [43, "3", undefined],
    [45, "3", undefined],
  ])("%i %j asks to wait %s milliseconds", (status, meta, milliseconds) => {
    expect(toError({ status, meta }).retryAfter).toBe(milliseconds);
  });

  it.each([
    ["x".repeat(500), "x".repeat(500)],
    ["x".repeat(501), "x".repeat(500)],
    [`${"x".repeat(498)}\x1b`, `${"x".repeat(498)}\\x`],
    ["\x1b".repeat(500), "\\x1b".repeat(125)],
  ])("shows at most 500 characters of the text %j", (text, shown) => {
    expect(shorten(text)).toBe(shown);
    expect(toError({ status: 51, meta: text }).reply).toBe(shown);
  });
});
