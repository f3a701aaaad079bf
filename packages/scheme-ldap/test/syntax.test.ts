import { asciiLowerCase } from "@anyurl/core";
import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LdapParts } from "../src/index.ts";
import { escapeDnValue, type Filter, formatFilter, ldap, parseDn, parseFilter } from "../src/index.ts";
import { isDefaultFilter } from "../src/syntax.ts";

const name = fc.constantFrom("cn", "OU", "dc", "2.5.4.3", "x-attr");
const value = anyText();
const pair = fc.tuple(name, value).map(([type, text]) => `${type}=${escapeDnValue(text)}`);
const rdn = fc.array(pair, { minLength: 1, maxLength: 2 }).map((pairs) => pairs.join("+"));
const dn = fc.array(rdn, { maxLength: 3 }).map((rdns) => rdns.join(","));
const attribute = fc.constantFrom("cn", "SN", "objectClass", "cn;lang-de", "2.5.4.3");
const piece = anyText().filter((text) => text !== "");

const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ attribute, equals: value }),
    fc.record({ attribute, present: fc.constant(true as const) }),
    fc.record({ attribute, atLeast: value }),
    fc.record({ attribute, atMost: value }),
    fc.record({ attribute, approximates: value }),
    fc
      .tuple(attribute, anyText(), fc.array(piece, { maxLength: 2 }), anyText())
      .filter(([, first, , last]) => first + last !== "")
      .map(([attribute, first, middle, last]) => ({ attribute, substrings: [first, ...middle, last] })),
    fc.record({
      attribute,
      rule: fc.constantFrom("caseExactMatch", "2.4.6"),
      dn: fc.constant(true),
      matches: value,
    }),
    fc.record({ and: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ not: tie("filter") }),
  ),
})).filter;

describeScheme(
  ldap,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    parts: fc.record({
      dn,
      attributes: fc.array(fc.oneof(attribute, fc.constantFrom("*", "+", "1.1")), { maxLength: 3 }),
      scope: fc.constantFrom("base", "one", "sub", undefined),
      filter: fc.option(filter.map(formatFilter), { nil: undefined }),
      extensions: fc.array(
        fc.record({
          type: fc.constantFrom("a", "E-bindname", "1.2.3"),
          value: fc.option(anyText(), { nil: undefined }),
          critical: fc.boolean(),
        }),
        { maxLength: 2 },
      ),
    }),
  },
  {
    // Names are case-insensitive, and an omitted field has its default (RFC 4516 §3).
    sameParts: (a: LdapParts, b: LdapParts) =>
      JSON.stringify(comparable(a)) === JSON.stringify(comparable(b)),
  },
);

function comparable({ dn, attributes, scope = "base", filter, extensions }: LdapParts): unknown {
  return [
    dn,
    attributes.map(asciiLowerCase),
    scope,
    isDefaultFilter(filter) ? "" : filter,
    extensions.map(({ type, value, critical }) => [asciiLowerCase(type), value, critical]),
  ];
}

describe("a filter (RFC 4515)", () => {
  it("is read as it was formatted, for any bytes in its values", () =>
    fc.assert(fc.property(filter, (tree) => void expect(parseFilter(formatFilter(tree))).toEqual(tree))));

  it("is refused if an attribute could add a condition", () => {
    expect(() => formatFilter({ attribute: "cn=a)(cn", equals: "b" })).toThrow(TypeError);
    expect(() => formatFilter({ attribute: "cn", rule: "x:=", matches: "b" })).toThrow(TypeError);
  });
});

describe("a distinguished name (RFC 4514)", () => {
  it("has the value that was escaped, for any bytes", () =>
    fc.assert(
      fc.property(value, (text) => {
        expect(parseDn(`cn=${escapeDnValue(text)},dc=x`)).toMatchObject([
          { attributes: [{ type: "cn", value: text, isHex: false }] },
          { text: "dc=x" },
        ]);
      }),
    ));

  it("escapes a value of one space once (RFC 4514 §2.4)", () => {
    expect(escapeDnValue(" ")).toBe("\\ ");
    expect(escapeDnValue("  ")).toBe("\\ \\ ");
    expect(escapeDnValue("# ")).toBe("\\#\\ ");
  });

  it("keeps the bytes of a hexstring", () =>
    expect(parseDn("1.3.6=#04024869")).toMatchObject([
      { attributes: [{ value: "#04024869", isHex: true }] },
    ]));
});
