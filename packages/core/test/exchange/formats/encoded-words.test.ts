import { describe, expect, it } from "vitest";
import { decodeEncodedWords } from "../../../src/exchange/index.ts";

/** An encoded word of this length: the limit is 2000 characters. */
const word = (length: number) => `=?utf-8?Q?${"a".repeat(length - 12)}?=`;

describe("decodeEncodedWords", () => {
  // RFC 2047 §8 and RFC 2231 §5.
  it.each([
    ["(=?ISO-8859-1?Q?a?=)", "(a)"],
    ["(=?ISO-8859-1?Q?a?= b)", "(a b)"],
    ["(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"],
    ["(=?ISO-8859-1?Q?a_b?=)", "(a b)"],
    ["k@h.example (=?utf-8?Q?J=C3=BCrgen?=)", "k@h.example (Jürgen)"],
    // Real programs: in quotation marks, beside other text, without white space, and with a "?".
    ['"=?utf-8?B?SsO8cmdlbg==?=" <j@h.example>', '"Jürgen" <j@h.example>'],
    ["Re:=?utf-8?Q?=C3=BC?=, [=?utf-8?Q?x?=]", "Re:ü, [x]"],
    ["=?utf-8?Q?a?==?utf-8?Q?b?=", "ab"],
    ["=?utf-8?Q?a?b?=", "a?b"],
    ["x=?no-such-charset?Q?a?= =?utf-8?Q?b?=", "x=?no-such-charset?Q?a?= b"],
    ["x=?utf-8?Q?=F?=y", "x=?utf-8?Q?=F?=y"],
    [`(${word(2001)})`, `(${word(2001)})`],
    // A character in two words of one charset.
    ["=?UTF-8?Q?=C3?= =?utf-8?B?vA==?= x", "ü x"],
    ["=?utf-8?Q?=C3?= =?iso-8859-1?Q?=BC?=", "=?utf-8?Q?=C3?= ¼"],
    ["=?utf-8?Q?a?= =?utf-8?Q?=C3?= =?utf-8?Q?b?=", "a =?utf-8?Q?=C3?= b"],
    ["=?utf-8?Q?=C3?= =?utf-8?Q?=C3?=", "=?utf-8?Q?=C3?= =?utf-8?Q?=C3?="],
    ["=?ISO-8859-1?Q?a?=", "a"],
    ["=?ISO-8859-1?Q?a?= b", "a b"],
    ["=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=", "ab"],
    ["=?ISO-8859-1?Q?a?=  \t =?ISO-8859-1?Q?b?=", "ab"],
    ["=?ISO-8859-1?Q?a_b?=", "a b"],
    ["=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=", "a b"],
    ["=?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>", "Keith Moore <moore@cs.utk.edu>"],
    ["=?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= x", "Keld Jørn Simonsen x"],
    ["=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?= x", "If you can read this yo x"],
    ["=?utf-8*de?q?gr=C3=BCn?=", "grün"],
    ["=?utf-8?b?Z3LDvG4=?=", "grün"],
    ["=?no-such-charset?Q?a?=", "=?no-such-charset?Q?a?="],
    ["=?utf-8?Q?=FF?=", "=?utf-8?Q?=FF?="],
    ["=?utf-8?Q?=F?=", "=?utf-8?Q?=F?="],
    ["=?utf-8?B?*?=", "=?utf-8?B?*?="],
    ["=?utf-8?Q?a=zz?=", "=?utf-8?Q?a=zz?="],
    ["=?utf-8?X?a?=", "=?utf-8?X?a?="],
    ["=?utf-8?B?%%?=", "=?utf-8?B?%%?="],
    ["=?US-ASCII*EN?Q?Keith_Moore?= x", "Keith Moore x"],
    [
      "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?= =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=",
      "If you can read this you understand the example.",
    ],
    ["x =?utf-8?Q?=C3?= y", "x =?utf-8?Q?=C3?= y"],
    ["a  b =? c", "a  b =? c"],
    ["=?utf-8?Q?a?= b =?utf-8?Q?c?= =?utf-8?Q?d?=", "a b cd"],
    ["a  =?utf-8?Q?b?= =?utf-8?Q?c?=", "a  bc"],
    ["a\t=?ISO-8859-1?Q?b?=", "a\tb"],
    [" =?ISO-8859-1?Q?a?=\t", " a\t"],
    ["=?utf-8?Q?=EF=BB=BFa?=", "\ufeffa"],
    [word(2000), "a".repeat(1988)],
    [word(2001), word(2001)],
    ["", ""],
  ])("%j is %j", (text, decoded) => expect(decodeEncodedWords(text)).toBe(decoded));

  // In time that grows with the square of the length, this would take minutes.
  it.each([
    ...["=?", "=?a?Q?", "=?utf-8?Q?=?= ", "?=", "=?utf-8*", " "].map((shape) => [shape, 500_000] as const),
    // A word that is decoded takes longer.
    ["(=?utf-8?Q?ab?=", 50_000],
    ["=?utf-8?Q?=C3?= ", 50_000],
  ] as const)("takes time that grows with the length, not with its square: %j", (shape, count) => {
    expect(decodeEncodedWords(shape.repeat(count)).length).toBeGreaterThanOrEqual(count);
  });
  it("decodes many words of which one cannot be decoded, in such time", () => {
    expect(decodeEncodedWords(`${"=?utf-8?Q?a?= ".repeat(50_000)}=?utf-8?Q?=C3?=`)).toBe(
      `${"a".repeat(50_000)} =?utf-8?Q?=C3?=`,
    );
  });
});
