import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  displayIri,
  hostDisplay,
  type Idna,
  normalizeGeneric,
  parse,
  parseIri,
  syntaxError,
  tryParse,
  type Url,
} from "../../src/index.ts";
import { displayMessage } from "../../src/scheme/presentation.ts";
import { everyCodePoint } from "../syntax/enumerate.ts";
import { someOctets, urlText } from "../syntax/text.ts";
import { vectorsOf } from "../vectors.ts";

interface Row {
  readonly rule: string;
  readonly iri: string;
  readonly uri: string;
}
const { toIri } = vectorsOf<{ readonly toIri: readonly Row[] }>("iri");
const normalFormOf = (url: Url) => normalizeGeneric(url, { hierarchical: true, defaultPort: undefined });
const ALL = { maxUrlLength: Number.POSITIVE_INFINITY };

/** An IDNA with one pair of names. */
const idnaOf = (ascii: string, unicode: string): Idna => ({
  toAscii: (host) => {
    if (host === unicode) return ascii;
    throw syntaxError({
      code: "bad-host",
      component: "host",
      message: "unknown",
      start: 0,
      end: 1,
      cite: "x",
    });
  },
  toUnicode: (host) => (host.toLowerCase() === ascii ? unicode : host),
});
const munich = idnaOf("xn--mnchen-3ya.example", "münchen.example");

const escaped = (text: string) => text.replace(/[^!-~]/gu, encodeURIComponent);

describe("displayIri", () => {
  it.each(toIri)("$rule: $uri", ({ uri, iri }) => {
    expect(displayIri(uri)).toBe(iri);
    expect(displayIri(parse(uri))).toBe(iri);
  });

  it("shows U-labels that toUnicode returns and toAscii reverses", () => {
    expect(displayIri("http://XN--Mnchen-3ya.example:80/", munich)).toBe("http://münchen.example:80/");
    expect(hostDisplay("xn--mnchen-3ya.example", munich)).toEqual({
      ascii: "xn--mnchen-3ya.example",
      unicode: "münchen.example",
    });
  });

  it.each([
    ["without toAscii", { toUnicode: munich.toUnicode }],
    ["without toUnicode", { toAscii: munich.toAscii }],
    ["that toAscii makes another name of", { ...munich, toAscii: () => "other.example" }],
    ["that toAscii refuses", { ...munich, toUnicode: () => "mu\u0308nchen.example" }],
    ["with a delimiter", idnaOf("xn--mnchen-3ya.example", "evil.example/münchen.example")],
    ["with what looks like one", idnaOf("xn--mnchen-3ya.example", "evil.example\u2215münchen.example")],
    ["with an at-sign", idnaOf("xn--mnchen-3ya.example", "ü@münchen.example")],
    ["with a space", idnaOf("xn--mnchen-3ya.example", "ü münchen.example")],
    ["with an override", idnaOf("xn--mnchen-3ya.example", "\u202emünchen.example")],
    ["with half a character", idnaOf("xn--mnchen-3ya.example", "\ud800münchen.example")],
    ["with both directions", idnaOf("xn--mnchen-3ya.example", "אünchen.example")],
  ])("shows no U-labels %s", (_, idna) => {
    expect(displayIri("http://xn--mnchen-3ya.example/", idna)).toBe("http://xn--mnchen-3ya.example/");
  });

  it("keeps a number from appearing before a right-to-left name", () => {
    const idna = idnaOf("xn--4dbrk0ce", "ישראל");
    expect(displayIri("http://xn--4dbrk0ce/%D7%90", idna)).toBe("http://ישראל/א");
    for (const rest of [":8080/", "/127.0.0.1/", "/?1", "/#1"])
      expect(displayIri(`http://xn--4dbrk0ce${rest}`, idna)).toBe(`http://xn--4dbrk0ce${rest}`);
    // A digit within a component is not affected (RFC 3987 §4.4, example 7).
    expect(displayIri(escaped("x:גדה123וזח/a"))).toBe("x:גדה123וזח/a");
  });

  it.each([
    ..."\u2044\u2215\u29f8\uff0f\u2571\u27cb\u2024\u2025\u2027\u3002\uff0e\uff61\uff1a\ua789\u2236\ufe55\uff03\ufe5f\uff20\ufe6b\uff1f\ufe56\uff06\uff1d",
    ..."\u037e\uff1b\ufe54\u2025\u01c3\uff01\u02d0\u05c3\u0589\u2010\u2212\u2052\uff05\ufe6a\u066a\u3014\uff3b\u02bc\u2019\ua78c\ua4f8\u0335\u0338\u20e3",
    ..."\u00a0\u0085\u1680\u2000\u2003\u2028\u202f\u205f\u3000\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u2060\u2066",
    ..."\u2753\u2795\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\ufffc\ufffd\ue000",
    ...[
      "\u{1d173}",
      "\u{e0001}",
      "\u{e0041}",
      "\u{e0100}",
      "\u{10fffd}",
      "\u{f0000}",
      "\u{1fffe}",
      "\u{1f7f0}",
      "\u0378",
    ],
  ])("leaves %j encoded", (char) => {
    const uri = `x:a${encodeURIComponent(char)}b?a${encodeURIComponent(char)}`;
    expect(displayIri(uri)).toBe(uri);
  });

  it.each([
    "größe",
    "日本語",
    "Москва",
    "ελληνικά",
    "हिन्दी",
    "ภาษาไทย",
    "한국어",
    "עברית",
    "العربية",
    "فارسی۱۲۳پ",
    "l·l",
    "བོད་ཡིག",
    "🍕",
    "カ・ナ",
  ])("shows %s", (word) => {
    expect(displayIri(escaped(`x:${word}/a?${word}#${word}`))).toBe(`x:${word}/a?${word}#${word}`);
  });
});

describe("every code point in displayIri", () => {
  it("is shown or stays encoded, and parses back either way", () => {
    let shownCount = 0;
    for (const code of everyCodePoint(0x80)) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const char = String.fromCodePoint(code);
      const uri = `x:a${encodeURIComponent(char)}`;
      const shown = displayIri(uri);
      const isShown = shown !== uri;
      if (isShown) {
        shownCount++;
        // A visible character that is not a delimiter in any form.
        const problem =
          shown !== `x:a${char}` ||
          /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Me}\p{Sc}\p{Ps}\p{Pe}\p{Pd}]/u.test(
            char,
          ) ||
          /[^a-z]/i.test(
            shown
              .slice(2)
              .normalize("NFKC")
              .replace(/[^\0-\x7f]/g, ""),
          ) ||
          parseIri(shown).href !== uri;
        if (problem) expect.fail(`U+${code.toString(16)} is shown as ${shown}`);
      }
    }
    expect(shownCount).toBeGreaterThan(40_000);
  });
});

describe("any URL", () => {
  const pieces = fc.array(
    fc.oneof(
      someOctets.map((octets) =>
        Array.from(octets, (octet) => `%${octet.toString(16).padStart(2, "0")}`).join(""),
      ),
      fc.string({ unit: "grapheme" }).map((text) => encodeURIComponent(text)),
      fc.constantFrom(..."אבגaéñ日\u0301\u05b0\u202e12-_.".split("")).map(encodeURIComponent),
      fc.constantFrom("/", "?", ":", "=", "&", ";", "%2F", "%20", "%41", "%2e"),
    ),
  );
  const escapedUrl = fc
    .tuple(
      fc.constantFrom("x:", "http://h.example/", "ftp://u:%C3%BC@h.example:21/", "http://%C3%BC%41/"),
      pieces,
    )
    .map(([front, rest]) => front + rest.join(""))
    .filter((text) => tryParse(text).ok);
  const anyUrl = fc.oneof(urlText, escapedUrl);

  it("is equivalent to its displayed form, except for its password", () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const url = parse(text, ALL);
        const hidden = url.password ? url.with({ password: "***" }) : url;
        const again = parseIri(displayIri(url), ALL);
        expect(normalFormOf(again)).toBe(normalFormOf(hidden));
      }),
      { numRuns: 3000 },
    );
  });

  it("is displayed the same again", () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const shown = displayIri(parse(text, ALL));
        expect(displayIri(parseIri(shown, ALL))).toBe(shown);
      }),
      { numRuns: 2000 },
    );
  });

  it("shows no invisible character, and no password", () => {
    fc.assert(
      fc.property(anyUrl, (text) => {
        const url = parse(text, ALL);
        const shown = displayIri(url);
        expect(shown).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u);
        expect(parseIri(shown, ALL).password).toBe(url.password ? "***" : url.password);
      }),
    );
  });

  it.each(["a%C3%A9", "%D7%90.", "%80", "%CC%81"])(
    "of a million characters %s is displayed in one pass",
    (piece) => {
      const url = parse(`x:%D7%90${piece.repeat(1_000_000 / piece.length)}`, ALL);
      expect(displayIri(url).length).toBeLessThanOrEqual(url.href.length);
    },
  );
});

describe("displayMessage", () => {
  it.each([
    ["no such host: xn--mnchen-3ya.example", "no such host: münchen.example"],
    [
      "cannot read http://xn--mnchen-3ya.example/gr%C3%BC%C3%9Fe: gone.",
      "cannot read http://münchen.example/grüße: gone.",
    ],
    ['"ftp://h.example/%C3%BC", (http://h.example/%C3%BC).', '"ftp://h.example/ü", (http://h.example/ü).'],
    ["at xn--mnchen-3ya.example:80", "at münchen.example:80"],
    // Not a URL, not a host, another host, and nothing to decode.
    ["http://h:x/%C3%BC", "http://h:x/%C3%BC"],
    ["axn--mnchen-3ya.example %C3%BC", "axn--mnchen-3ya.example %C3%BC"],
    ["xn--80ak6aa92e.example", "xn--80ak6aa92e.example"],
    ["ftp://joe:***@h.example/%2F%20%0A", "ftp://joe:***@h.example/%2F%20%0A"],
  ])("shows %s as %s", (message, shown) => {
    expect(displayMessage(message, munich)).toBe(shown);
  });

  it("leaves hosts unchanged without the tables", () => {
    expect(displayMessage("http://xn--mnchen-3ya.example/%C3%BC")).toBe("http://xn--mnchen-3ya.example/ü");
  });
});
