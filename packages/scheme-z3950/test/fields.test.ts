import { createRegistry, isSyntaxError } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type Z3950Init, z3950 } from "../src/index.ts";

/* The URL that format writes of fields, or "code: message" of its error. JavaScript callers may pass anything. */

const urls = createRegistry(z3950);

function formatted(init: object): string {
  try {
    return z3950.format(init as Z3950Init);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    const [problem] = error.problems;
    return `${problem?.code}: ${problem?.message}`;
  }
}

const H = { host: "h.example" };
const EXTRA =
  'bad-field: invalid extra: expected pairs of a keyword, which is not "esn" or "rs", and a value';

describe("the URL of fields (RFC 2056 §5)", () => {
  it.each<[init: object, text: string]>([
    [H, "z39.50r://h.example/"],
    [{ ...H, kind: "retrieval" }, "z39.50r://h.example/"],
    [{ ...H, kind: "session" }, "z39.50s://h.example/"],
    [{ ...H, scheme: "z39.50s" }, "z39.50s://h.example/"],
    [{ ...H, scheme: "z39.50s", kind: "session" }, "z39.50s://h.example/"],
    [{ ...H, scheme: "z39.50r", kind: "retrieval" }, "z39.50r://h.example/"],
    [{ host: "[::1]", port: 211 }, "z39.50r://[::1]:211/"],
    [{ ...H, databases: ["a", "b+c", "d e"] }, "z39.50r://h.example/a+b%2Bc+d%20e"],
    [
      { ...H, databases: ["A-._~!$'()*,;/?:@&=#%\udcff"] },
      "z39.50r://h.example/A-._~!$'()*,%3B%2F%3F%3A%40%26%3D%23%25%FF",
    ],
    [{ ...H, databases: ["a"], docid: "x+y;é" }, "z39.50r://h.example/a?x%2By%3B%C3%A9"],
    [
      { ...H, databases: ["a"], docid: "x", elementSetName: "f;", recordSyntaxes: ["xml", "a+b"] },
      "z39.50r://h.example/a?x;esn=f%3B;rs=xml+a%2Bb",
    ],
    [
      {
        ...H,
        databases: ["a"],
        extra: [
          ["lang", ""],
          ["x=y", "a=b"],
          ["lang", "en"],
        ],
        recordSyntaxes: ["xml"],
      },
      "z39.50r://h.example/a;rs=xml;lang=;x%3Dy=a%3Db;lang=en",
    ],
    [{ ...H, elementSetName: "f", fragment: "p" }, "z39.50r://h.example/;esn=f#p"],
    [{}, "missing-host: missing host"],
    [{ host: 5 }, "bad-host: invalid host: expected a name, or an address in brackets"],
    [
      { ...H, kind: "session", scheme: "z39.50r" },
      "bad-field: invalid kind: a URL of z39.50r is always a retrieval",
    ],
    [
      { ...H, kind: "retrieval", scheme: "z39.50s" },
      "bad-field: invalid kind: a URL of z39.50s is always a session",
    ],
    [{ ...H, kind: 5 }, "bad-field: invalid kind: a URL of z39.50r is always a retrieval"],
    [{ ...H, databases: "a" }, "bad-field: invalid databases: expected nonempty texts"],
    [{ ...H, databases: [""] }, "bad-field: invalid databases: expected nonempty texts"],
    [{ ...H, databases: ["a", 5] }, "bad-field: invalid databases: expected nonempty texts"],
    [{ ...H, databases: null }, "bad-field: invalid databases: expected nonempty texts"],
    [{ ...H, recordSyntaxes: "xml" }, "bad-field: invalid recordSyntaxes: expected nonempty texts"],
    [{ ...H, recordSyntaxes: ["xml", ""] }, "bad-field: invalid recordSyntaxes: expected nonempty texts"],
    [{ ...H, databases: ["a"], docid: "" }, "bad-field: invalid docid: expected a nonempty text"],
    [{ ...H, databases: ["a"], docid: 5 }, "bad-field: invalid docid: expected a nonempty text"],
    [{ ...H, elementSetName: "" }, "bad-field: invalid elementSetName: expected a nonempty text"],
    [{ ...H, elementSetName: null }, "bad-field: invalid elementSetName: expected a nonempty text"],
    [{ ...H, docid: "x" }, "bad-field: missing database: a docid requires one"],
    [{ ...H, extra: "lang" }, EXTRA],
    [{ ...H, extra: ["lang"] }, EXTRA],
    [{ ...H, extra: [["lang"]] }, EXTRA],
    [{ ...H, extra: [["lang", "en", "fr"]] }, EXTRA],
    [{ ...H, extra: [["lang", 5]] }, EXTRA],
    [{ ...H, extra: [["", "en"]] }, EXTRA],
    [{ ...H, extra: [[5, "en"]] }, EXTRA],
    [{ ...H, extra: [["Lang", "en"]] }, EXTRA],
    [
      {
        ...H,
        extra: [
          ["lang", "en"],
          ["esn", "f"],
        ],
      },
      EXTRA,
    ],
    [{ ...H, extra: [["rs", "xml"]] }, EXTRA],
  ])("of %j is %s", (init, text) => {
    expect(formatted(init)).toBe(text);
    if (text.startsWith("z39.50")) expect(urls.normalize(text)).toBe(text);
  });

  it("has an error with the rule", () => {
    expect(() => z3950.format({ ...H, docid: "x" })).toThrow(
      expect.objectContaining({ component: "path", start: 0, end: 0, cite: "RFC 2056 §5" }),
    );
  });
});
