import { displayIri, hostDisplay, normalizeGeneric, parse, parseIri } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idna, toAscii, toUnicode } from "../src/index.ts";
import { vectorsOf } from "./vectors.ts";

interface Name {
  readonly why: string;
  readonly name: string;
  readonly ascii?: string;
}
const { shown, hidden } = vectorsOf<{ readonly shown: readonly Name[]; readonly hidden: readonly Name[] }>(
  "names",
);

interface BidiExample {
  readonly example: number;
  readonly logical: string;
  readonly shown?: string;
}
const { vectors: bidi } = vectorsOf<{ readonly vectors: readonly BidiExample[] }>("bidi");

describe("toUnicode", () => {
  it.each(shown)("shows $name: $why", ({ name, ascii }) => {
    if (ascii !== undefined) expect(toAscii(name)).toBe(ascii);
    expect(toUnicode(toAscii(name))).toBe(name);
    expect(hostDisplay(toAscii(name), idna)).toEqual({ ascii: toAscii(name), unicode: name });
  });

  it.each(hidden)("does not show $name: $why", ({ name, ascii }) => {
    const labels = toAscii(name);
    if (ascii !== undefined) expect(labels).toBe(ascii);
    expect(labels).toContain("xn--");
    expect(toUnicode(labels)).toBe(labels);
    expect(hostDisplay(labels, idna)).toEqual({ ascii: labels, unicode: labels });
  });

  it("decides label by label", () => {
    expect(toUnicode(toAscii("pаypal.münchen.example"))).toBe("xn--pypal-4ve.münchen.example");
  });

  it.each([
    "xn--a.example",
    "xn--zn7c.com",
    "xn--1ug.example",
    "xn--a-yoc",
    "xn--.example",
    "xn--abc-.example",
    "XN--MNCHEN-3Y.example",
    "example.com",
    "",
    "127.0.0.1",
    "[::1]",
    "a%2Fb.xn--mnchen-3ya",
    "xn--mnchen-3ya/",
    "\ud800.xn--mnchen-3ya",
  ])("returns %s unchanged", (host) => {
    expect(toUnicode(host)).toBe(host);
  });

  it("never throws, and toAscii reverses it", () => {
    const label = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }).map((text) => {
        try {
          return toAscii(`${text}é`);
        } catch {
          return "xn--a";
        }
      }),
      fc.constantFrom(
        "xn--mnchen-3ya",
        "XN--4DBRK0CE",
        "xn--80ak6aa92e",
        "example",
        "1",
        "",
        "xn--\ud800",
        "xn---",
      ),
      fc.stringMatching(/^xn--[a-z0-9-]{0,12}$/),
    );
    fc.assert(
      fc.property(fc.array(label, { maxLength: 4 }), (labels) => {
        const host = labels.join(".");
        const unicode = toUnicode(host);
        if (unicode !== host) expect(toAscii(unicode)).toBe(host.toLowerCase());
        expect(unicode).not.toMatch(
          /[\p{C}\p{Z}\p{S}/:@?#%]/u.test(host) ? /^$(?=a)/ : /[\p{C}\p{Z}\p{S}/:@?#%]/u,
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a host name of a URL, with core,", () => {
  it("converts the host of an IRI", () => {
    const url = parseIri("http://münchen.example/ü", idna);
    expect(url.host).toBe("xn--mnchen-3ya.example");
    expect(displayIri(url, idna)).toBe("http://münchen.example/ü");
  });

  it("displays the host of RFC 3987 §3.2.1", () => {
    expect(displayIri("http://xn--99zt52a.example.org/%e2%80%ae", idna)).toBe(
      "http://納豆.example.org/%E2%80%AE",
    );
  });

  it.each(bidi)("RFC 3987 §4.4, example $example: $logical", ({ logical, shown }) => {
    // Upper-case letters stand for Hebrew here; text in braces stays encoded.
    const hebrew = (text: string) =>
      text.replace(/[A-Z]/g, (char) => String.fromCharCode(0x5d0 - 0x41 + char.charCodeAt(0)));
    const iri = hebrew(logical);
    if (shown === undefined) {
      expect(() => parseIri(iri, idna)).toThrow(expect.objectContaining({ code: "bad-host" }));
      return;
    }
    const url = parseIri(iri, idna);
    expect(url.href).toMatch(/^[!-~]+$/);
    expect(displayIri(url, idna)).toBe(
      hebrew(shown).replace(/\{(.*?)\}/g, (_, text: string) => encodeURIComponent(text)),
    );
  });

  it("parses back to the same URL", () => {
    const name = fc.constantFrom(
      ...[...shown, ...hidden].map(({ name }) => toAscii(name)),
      "xn--a.example",
      "[::1]",
      "1.2.3.4",
      "",
    );
    const rest = fc.constantFrom("", ":80/", "/%D7%90", "/1", "/%C3%BC?%C3%BC", "?%D7%90", "/%E3%81%82");
    const normal = (url: ReturnType<typeof parse>) =>
      normalizeGeneric(url, { hierarchical: true, defaultPort: undefined });
    fc.assert(
      fc.property(name, rest, (host, more) => {
        const url = parse(`http://${host}${more}`);
        expect(normal(parseIri(displayIri(url, idna), idna))).toBe(normal(url));
      }),
    );
  });
});
