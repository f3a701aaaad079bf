import { describe, expect, it } from "vitest";
import type { Query } from "../src/index.ts";
import { docidQuery, encodeQuery, everyRecordQuery, localNumberQuery, wordsQuery } from "../src/query.ts";

/* Queries of type 1 (ISO 23950 §3.7) by their BER elements, and what is not a query. */

/** The bytes of a query after the attribute set Bib-1. */
function rpn(query: unknown): string {
  const digits = Buffer.from(encodeQuery(query as Query)).toString("hex");
  return digits.slice(digits.indexOf("2a8648ce130301") + "2a8648ce130301".length);
}

/** The bytes of a term "x" with attributes. */
const term = (attributes: string) => {
  const size = (length: number) => length.toString(16).padStart(2, "0");
  const length = attributes.length / 2;
  return `a0${size(length + 10)}bf66${size(length + 7)}bf2c${size(length)}${attributes}9f2d0178`;
};

const X = term("");
const AND = "bf2e028000";
const OR = "bf2e028100";
const NOT = "bf2e028200";

describe("a query of type 1 (ISO 23950 §3.7)", () => {
  it.each<[Query, string]>([
    [{ term: "x" }, X],
    [{ term: "x", use: 4 }, term("30089f7801019f790104")],
    [{ term: "x", relation: 3 }, term("30089f7801029f790103")],
    [{ term: "x", position: 1 }, term("30089f7801039f790101")],
    [{ term: "x", structure: 6 }, term("30089f7801049f790106")],
    [{ term: "x", truncation: 100 }, term("30089f7801059f790164")],
    [{ term: "x", completeness: 0 }, term("30089f7801069f790100")],
    // In the order of their types.
    [{ term: "x", structure: 2, use: 1003 }, term("30099f7801019f790203eb30089f7801049f790102")],
    [{ and: [{ term: "x" }] }, X],
    [{ and: [{ term: "x" }, { term: "x" }] }, `a11d${X}${X}${AND}`],
    [{ or: [{ term: "x" }, { term: "x" }] }, `a11d${X}${X}${OR}`],
    [{ not: [{ term: "x" }, { term: "x" }] }, `a11d${X}${X}${NOT}`],
    [{ and: [{ term: "x" }, { term: "x" }, { term: "x" }] }, `a130a11d${X}${X}${AND}${X}${AND}`],
    [{ or: [{ term: "x" }, { not: [{ term: "x" }, { term: "x" }] }] }, `a130${X}a11d${X}${X}${NOT}${OR}`],
  ])("%j is %s", (query, bytes) => expect(rpn(query)).toBe(bytes));

  it.each<object>([
    {},
    { near: [{ term: "x" }] },
    { toString: [{ term: "x" }] },
    { and: [] },
    { and: { term: "x" } },
    { and: "x" },
    { or: undefined },
    { and: [{ term: "x" }, {}] },
  ])("%j is not a query", (query) => {
    expect(() => rpn(query)).toThrow(new TypeError('invalid query: expected a term, "and", "or", or "not"'));
  });

  it.each<object>([{ term: 5 }, { term: undefined }, { and: [{ term: null }] }])(
    "%j has no text",
    (query) => {
      expect(() => rpn(query)).toThrow(new TypeError("invalid query: expected the text of a term"));
    },
  );

  it.each([
    ["use", -1],
    ["relation", 0.5],
    ["position", "1"],
    ["structure", 2 ** 53],
    ["truncation", Number.NaN],
    ["completeness", null],
  ])("has no %s %s", (name, value) => {
    expect(() => rpn({ term: "x", [name]: value })).toThrow(
      new TypeError(`invalid query: expected a number for ${name}`),
    );
  });

  it("finds a docid, a local number, words, or every record (RFC 2056 §4)", () => {
    expect(docidQuery("a b")).toEqual({ term: "a b", use: 1032, structure: 104 });
    expect(localNumberQuery("a b")).toEqual({ term: "a b", use: 12, structure: 2 });
    expect(everyRecordQuery(4)).toEqual({ term: "", use: 4, relation: 103 });
    expect(wordsQuery(" a ", 4)).toEqual({ term: "a", use: 4 });
    expect(wordsQuery("a\tb\n\u00a0and", 4)).toEqual({
      and: [
        { term: "a", use: 4 },
        { term: "b", use: 4 },
        { term: "and", use: 4 },
      ],
    });
    expect(wordsQuery(" \n", 4)).toBeUndefined();
  });
});
