import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createUrn, type IsbnName, toIsbn10, toIsbn13, urn } from "../src/index.ts";

const urls = createRegistry(urn);
const name = (text: string) => urls.parse(`urn:isbn:${text}`).parts.name as IsbnName;

describe("isbn", () => {
  it.each([
    ["0486275574", "9780486275574"],
    ["080442957X", "9780804429573"],
    ["3-16-148410-X", "9783161484100"],
  ])("has an ISBN-10 and an ISBN-13 of one book: %s, %s", (ten, thirteen) => {
    expect(toIsbn13(name(ten))).toBe(thirteen);
    expect(toIsbn10(name(thirteen))).toBe(ten.replaceAll("-", ""));
    expect([toIsbn10(name(ten)), toIsbn13(name(thirteen))]).toEqual([ten.replaceAll("-", ""), thirteen]);
  });

  it("has no ISBN-10 for an ISBN-13 that begins with 979", () => {
    expect(toIsbn10(name("9791034304332"))).toBeUndefined();
  });

  it("warns about a wrong check digit and says the right one", () => {
    const [problem] = urls.tryParse("urn:isbn:978-0-486-27557-3").problems;
    expect(problem).toMatchObject({ code: "bad-check-digit", severity: "warning", start: 9, end: 26 });
    expect(problem?.hint).toContain("the check digit 4");
    expect(urls.tryParse("urn:isbn:978-0-486-27557-4").problems).toEqual([]);
  });
});

describe("createUrn", () => {
  const own = createRegistry(
    createUrn({
      namespaces: [
        {
          nid: "issn",
          cite: "RFC 8254 §3.2",
          parse: (nss) =>
            /^[0-9]{4}-?[0-9]{3}[0-9X]$/i.test(nss) ? { digits: nss.replace("-", "") } : undefined,
          expected: "eight digits",
          identify: (nss) => nss.replace("-", "").toUpperCase(),
        },
        { nid: "isbn", cite: "none" },
      ],
    }),
  );

  it("adds a namespace to one scheme only", () => {
    expect(own.parse("urn:issn:0317-8471").parts.name).toEqual({ digits: "03178471" });
    expect(own.compare("urn:issn:1560-156x", "urn:ISSN:1560156X").equivalent).toBe(true);
    expect(() => own.parse("urn:issn:1")).toThrow(expect.objectContaining({ code: "bad-field" }));
    expect(urls.parse("urn:issn:1").parts.name).toBeUndefined();
    expect(urls.compare("urn:issn:1560-1560", "urn:issn:15601560").equivalent).toBe(false);
  });

  it("replaces a namespace", () => {
    expect(own.parse("urn:isbn:1").parts.name).toBeUndefined();
  });

  it("compares the names that the namespace reads by its rule, and the others as written", () => {
    const lower = { cite: "none", identify: (nss: string) => nss.toLowerCase() };
    const registry = createRegistry(
      createUrn({
        namespaces: [
          { ...lower, nid: "any" },
          { ...lower, nid: "some", parse: (nss) => (nss.startsWith("1") ? {} : undefined) },
        ],
      }),
    );
    const same = (nid: string, nss: string) =>
      registry.compare(`urn:${nid}:${nss}`, `urn:${nid}:${nss.toLowerCase()}`).equivalent;
    expect([same("any", "A"), same("some", "1A"), same("some", "A")]).toEqual([true, true, false]);
  });

  it("rejects an invalid identifier", () => {
    for (const nid of ["x", "ISSN", "a_b", "-a", ""])
      expect(() => createUrn({ namespaces: [{ nid, cite: "none" }] })).toThrow(TypeError);
  });
});

describe("urn resolve", () => {
  it("accepts only references within the same resource", () => {
    expect(String(urls.resolve("urn:example:a/b", "#x"))).toBe("urn:example:a/b#x");
    expect(() => urls.resolve("urn:example:a/b", "../c")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });
});
