import { describe, expect, it } from "vitest";
import { decodeParameters } from "../../../src/exchange/index.ts";

describe("decodeParameters", () => {
  it.each<[rule: string, raw: Readonly<Record<string, string>>, decoded: Readonly<Record<string, string>>]>([
    ["keeps plain values", { name: "a.txt", charset: "utf-8" }, { name: "a.txt", charset: "utf-8" }],
    ["decodes encoded words", { name: "=?utf-8?Q?caf=C3=A9?=" }, { name: "café" }],
    // RFC 2231 §3 and §4.1.
    [
      "joins what is split",
      { "url*0": "ftp://", "url*1": "cs.utk.edu/pub" },
      { url: "ftp://cs.utk.edu/pub" },
    ],
    [
      "joins encoded and plain pieces",
      {
        "title*0*": "us-ascii'en'This%20is%20even%20more%20",
        "title*1*": "%2A%2A%2Afun%2A%2A%2A%20",
        "title*2": "isn't it!",
      },
      { title: "This is even more ***fun*** isn't it!" },
    ],
    ["joins by number", { "a*2": "3", "a*0": "1", "a*1": "2" }, { a: "123" }],
    ["ends where a piece is missing", { "a*0": "1", "a*2": "3" }, { a: "1" }],
    ["ignores pieces without a first one", { "a*1": "2" }, {}],
    ["decodes the character set", { "a*": "iso-8859-1'en'%A3%20rates" }, { a: "£ rates" }],
    [
      "takes UTF-8 for no character set",
      { "a*": "''caf%C3%A9", "b*": "caf%C3%A9" },
      { a: "café", b: "café" },
    ],
    ["takes UTF-8 for an unknown one", { "a*": "x-none''caf%C3%A9" }, { a: "café" }],
    ["keeps characters that are not encoded", { "a*": "utf-8''é%41" }, { a: "éA" }],
    ["keeps an escape in a plain piece", { "a*0": "%41" }, { a: "%41" }],
    ["keeps a percent sign without digits", { "a*": "utf-8''50%%zz%4" }, { a: "50%%zz%4" }],
    ["replaces bytes that are not in the set", { "a*": "utf-8''%FF" }, { a: "\ufffd" }],
    ["prefers an extended value", { a: "cafe", "a*": "utf-8''caf%C3%A9" }, { a: "café" }],
    ["prefers it in any order", { "a*": "utf-8''caf%C3%A9", a: "cafe" }, { a: "café" }],
    ["prefers a split value", { a: "1", "a*0": "2" }, { a: "2" }],
    ["keeps names that are not of this form", { "*": "1", "a*x": "2" }, { "*": "1", "a*x": "2" }],
  ])("%s", (_, raw, decoded) => {
    expect(Object.fromEntries(decodeParameters(new Map(Object.entries(raw))))).toEqual(decoded);
  });
});
