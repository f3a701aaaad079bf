import { octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { findField, readHeader, readId, removeComments } from "../../src/mime/header.ts";

const NO_LIMIT = Number.POSITIVE_INFINITY;

function read(text: string, start = 0, maxBytes = NO_LIMIT, stops?: (at: number) => boolean) {
  const { fields, bodyStart } = readHeader(octetsOf(text), start, maxBytes, stops);
  return [fields.map(({ name, value }) => `${name}=${value}`), bodyStart];
}

describe("a header", () => {
  it.each<readonly [rule: string, text: string, fields: readonly string[], bodyStart: number]>([
    ["RFC 5322 §2.1", "A: b\r\n\r\nbody", ["a=b"], 8],
    ["RFC 5322 §2.1", "A: b\n\nbody", ["a=b"], 6],
    ["RFC 5322 §2.1", "A: b\r\nC: d\n\r\nbody", ["a=b", "c=d"], 13],
    ["RFC 5322 §2.1", "\r\nA: b", [], 2],
    ["RFC 5322 §2.1", "\nA: b", [], 1],
    ["RFC 5322 §2.1", "", [], 0],
    // A body is optional, and a message can be cut.
    ["RFC 5322 §2.1", "A: b\r\n", ["a=b"], 6],
    ["RFC 5322 §2.1", "A: b", ["a=b"], 4],
    ["RFC 5322 §2.1", "A: b\r", ["a=b"], 5],
    ["RFC 5322 §2.1", "\r", [], 1],
    ["RFC 5322 §2.1", "x", [], 1],
    // The name is printable ASCII without ":" (RFC 5322 §2.2).
    ["RFC 5322 §2.2", "A-b9!;~: c\r\n\r\n", ["a-b9!;~=c"], 14],
    ["RFC 5322 §2.2", "a b: c\r\nD: e\r\n\r\n", ["d=e"], 16],
    ["RFC 5322 §2.2", ": c\r\nD: e\r\n\r\n", ["d=e"], 13],
    ["RFC 5322 §2.2", " : c\r\nD: e\r\n\r\n", ["d=e"], 14],
    ["RFC 5322 §2.2", "no field\r\nD: e\r\n\r\n", ["d=e"], 18],
    ["RFC 5322 §2.2", "x\r\nD: e\r\n\r\n", ["d=e"], 11],
    ["RFC 5322 §2.2", "x\x7f: c\r\nD: e\r\n\r\n", ["d=e"], 15],
    ["RFC 5322 §2.2", "x\xe9: c\r\nD: e\r\n\r\n", ["d=e"], 16],
    ["RFC 5322 §2.2", "A:\r\n\r\n", ["a="], 6],
    ["RFC 5322 §2.2", "A:b:c\r\n\r\n", ["a=b:c"], 9],
    ["RFC 5322 §2.2", "A: \t b c \t\r\n\r\n", ["a=b c"], 14],
    ["RFC 5322 §2.2", "A: b\rc\r\n\r\n", ["a=b\rc"], 10],
    ["RFC 5322 §2.2", "A: b\r\na: c\r\n\r\n", ["a=b", "a=c"], 14],
    ["RFC 5322 §4.5", "A : b\r\nC\t \t: d\r\n\r\n", ["a=b", "c=d"], 18],
    ["RFC 5322 §2.2.3", "A: b\r\n c\r\n\td\r\n\r\n", ["a=b c\td"], 16],
    ["RFC 5322 §2.2.3", "A:\r\n b\r\nC: d\r\n\r\n", ["a=b", "c=d"], 16],
    ["RFC 5322 §2.2.3", "A: b\r\n \r\n c\r\n\r\n", ["a=b  c"], 15],
    ["RFC 5322 §2.2.3", "A: b\r\n c", ["a=b c"], 8],
    ["RFC 5322 §2.2.3", " b: c\r\nD: e\r\n\r\n", ["d=e"], 15],
    ["RFC 5322 §2.2.3", "no field\r\n b: c\r\nD: e\r\n\r\n", ["d=e"], 25],
  ])("has the fields of %s: %j", (_, text, fields, bodyStart) => {
    expect(read(text)).toEqual([fields, bodyStart]);
  });

  it("begins where it is looked for", () => {
    expect(read("X: y\r\nA: b\r\n\r\n", 6)).toEqual([["a=b"], 14]);
    expect(read("X: y\r\n\r\nA: b", 6)).toEqual([[], 8]);
    expect(read("X: y", 4)).toEqual([[], 4]);
  });

  it("ends before a delimiter", () => {
    const text = "A: b\r\nC: d\r\n\r\n";
    expect(read(text, 0, NO_LIMIT, (at) => at === 0)).toEqual([[], 0]);
    expect(read(text, 0, NO_LIMIT, (at) => at === 6)).toEqual([["a=b"], 6]);
    expect(read(text, 6, NO_LIMIT, (at) => at === 0)).toEqual([["c=d"], 14]);
  });

  it("may have maxHeaderSize bytes without the empty line, and no more", () => {
    const text = "X: y\r\nA: b\r\nC: d\r\n\r\n";
    expect(read(text, 6, 12)).toEqual([["a=b", "c=d"], 20]);
    for (const maxBytes of [11, 6, 0])
      expect(() => read(text, 6, maxBytes)).toThrow(
        expect.objectContaining({
          code: "too-large",
          message: expect.stringContaining(`a header of the message exceeds ${maxBytes} bytes`),
          hint: "increase the option maxHeaderSize",
        }),
      );
    expect(read("\r\nA: b", 0, 0)).toEqual([[], 2]);
  });

  it("may have a field twice: the first counts", () => {
    const { fields } = readHeader(octetsOf("A: b\r\nC: d\r\na: e\r\n\r\n"), 0, NO_LIMIT);
    expect(["a", "c", "A", "e"].map((name) => findField(fields, name))).toEqual([
      ...["b", "d", undefined, undefined],
    ]);
  });
});

describe("the id of a field", () => {
  it.each<readonly [value: string, id: string]>([
    ["<a@b>", "a@b"],
    [" \t<a@b> ", "a@b"],
    ["a@b", "a@b"],
    [" a@b\t", "a@b"],
    ["(made) <a@b> (by x)", "a@b"],
    ["(made) a@b (by x)", "a@b"],
    ["<a@b> <c@d>", "a@b"],
    ["id: <a@b>", "a@b"],
    ["<<a@b>>", "a@b"],
    ["<a b@c>", "a b@c"],
    ["<a@b", "<a@b"],
    ["a@b>", "a@b>"],
    ["<picture(2).png>", "picture(2).png"],
    ["picture(2).png", "picture.png"],
  ])("%j is %j (RFC 5322 §3.6.4)", (value, id) => {
    expect(readId(value)).toBe(id);
  });

  it.each([undefined, "", "  ", "<>", "(none)", " () "])("%j has no id", (value) => {
    expect(readId(value)).toBeUndefined();
  });
});

describe("the comments of a field (RFC 5322 §3.2.2)", () => {
  it.each<readonly [value: string, text: string]>([
    ["", ""],
    ["a b", "a b"],
    ["a (b) c", "a  c"],
    ["(a)b", "b"],
    ["a(b)(c)d", "ad"],
    ["a(b(c)d)e", "ae"],
    ["a((b)c(d))e", "ae"],
    ["a()b", "ab"],
    // A comment that is not closed.
    ["a(b", "a"],
    ["a(b(c)", "a"],
    // A parenthesis that closes nothing.
    ["a)b", "a)b"],
    ["a)b(c)d)", "a)bd)"],
    // A backslash quotes the next character in a comment and in a quoted string only (§3.2.1).
    ["(a\\)b)c", "c"],
    ["(a\\(b)c", "c"],
    ["(a\\\\)b", "b"],
    ["(a\\", ""],
    ["a\\(b)c", "a\\c"],
    ['"\\"(a)"(b)', '"\\"(a)"'],
    ['"\\\\"(a)', '"\\\\"'],
    ['(a)"b\\', '"b\\'],
    // Within a quoted string there is no comment, and within a comment no quoted string (§3.2.4).
    ['"(a)"(b)', '"(a)"'],
    ['"a)"(b)c', '"a)"c'],
    ['("a)b"(c)', 'b"(c)'],
    ['"a"(b)"(c)"', '"a""(c)"'],
    // Angle brackets that are closed have no comments.
    ["<a(b)>(c)", "<a(b)>"],
    ["(a)<b(c)><(d)>", "<b(c)><(d)>"],
    ["<a(b)", "<a"],
    ["(<a)b>", "b>"],
    ['"<(a)"(b)>', '"<(a)">'],
    ["(a<)b(c)>", "b>"],
  ])("are removed of %j: %j", (value, text) => {
    expect(removeComments(value)).toBe(text);
  });
});
