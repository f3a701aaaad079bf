import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CharSet,
  decodeOctets,
  decodeSegments,
  decodeText,
  encodeOctets,
  encodeText,
  lastSegment,
  normalizeEscapes,
  octetsOf,
  PATH,
  PCHAR,
  QUERY,
  REG_NAME,
  textOf,
  UNRESERVED,
  USER_BARE,
} from "../../src/index.ts";
import { everyCodePoint } from "./enumerate.ts";
import { anyUnicode, someOctets } from "./text.ts";

const bare: fc.Arbitrary<CharSet> = fc.constantFrom(UNRESERVED, USER_BARE, REG_NAME, PCHAR, PATH, QUERY);
const code = (expected: string) => expect.objectContaining({ code: expected });

describe("the segments of a path", () => {
  it.each([
    ["", 0, 0, [""]],
    ["a", 0, 1, ["a"]],
    ["/", 0, 1, ["", ""]],
    ["a/b//c", 0, 6, ["a", "b", "", "c"]],
    ["/a/b/", 1, 4, ["a", "b"]],
    ["/a/b/", 1, 3, ["a", ""]],
    ["a%2Fb/%41", 0, 9, ["a/b", "A"]],
    ["a/b%2F", 0, 3, ["a", "b"]],
    ["%41/b", 3, 5, ["", "b"]],
    ["a/%4", 0, 2, ["a", ""]],
  ])("of %s from %d to %d are split first, and then decoded: %j", (text, start, end, segments) => {
    const found = decodeSegments(text, start, end);
    expect(found).toEqual(segments);
    expect(Object.isFrozen(found)).toBe(true);
  });
});

describe("the last segment of a path", () => {
  it.each([
    ["/a/b", "b"],
    ["/a/b/", "b"],
    ["/a/b//", "b"],
    ["a", "a"],
    ["/a%2Fb", "a/b"],
    ["/a/%E4%2F/", "\udce4/"],
    ["", ""],
    ["/", ""],
    ["//", ""],
    ["/", ""],
    ["", ""],
  ])("of %s is %j, split before it is decoded (RFC 3986 §2.4)", (path, segment) => {
    expect(lastSegment(path)).toBe(segment);
  });
});

describe("bytes as escaped text", () => {
  it("are the same after encoding and decoding", () => {
    fc.assert(
      fc.property(someOctets, bare, (octets, set) => {
        expect(decodeOctets(encodeOctets(octets, set))).toEqual(octets);
        expect(octetsOf(textOf(octets))).toEqual(octets);
        // There is one text for the same bytes.
        expect(decodeText(encodeOctets(octets, set))).toBe(textOf(octets));
        expect(encodeText(textOf(octets), set)).toBe(encodeOctets(octets, set));
      }),
    );
  });

  it("are the same after encoding and decoding 100,000 of them", () => {
    const octets = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7 + (i >> 8)) & 255);
    expect(octetsOf(textOf(octets))).toEqual(octets);
    expect(decodeOctets(encodeOctets(octets, UNRESERVED))).toEqual(octets);
  });

  it("are UTF-8 if valid, and one code unit each otherwise", () => {
    expect(textOf([0xe9])).toBe("\udce9");
    expect(textOf([0xc3, 0xa9])).toBe("é");
    expect(textOf([0xc3])).toBe("\udcc3");
    expect(textOf([0xc0, 0xaf])).toBe("\udcc0\udcaf"); // overlong "/"
    expect(textOf([0xe0, 0x80, 0xaf])).toBe("\udce0\udc80\udcaf");
    expect(textOf([0xed, 0xa0, 0x80])).toBe("\udced\udca0\udc80"); // a surrogate
    expect(textOf([0xf4, 0x90, 0x80, 0x80])).toBe("\udcf4\udc90\udc80\udc80"); // past U+10FFFF
    expect(textOf([0xf0, 0x9f, 0x98, 0x80])).toBe("😀");
    expect(textOf([0xc3, 0x28, 0xff])).toBe("\udcc3(\udcff");
    expect(textOf([0xf0, 0x9f, 0x98, 0x80, 0xff])).toBe("😀\udcff");
    expect(textOf([0xef, 0xbb, 0xbf, 0x62])).toBe("\ufeffb"); // a byte order mark is a character
    expect(textOf([])).toBe("");
  });

  it("decode like TextDecoder if they are valid UTF-8", () => {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(someOctets, (octets) => {
        let native: string | undefined;
        try {
          native = decoder.decode(octets);
        } catch {}
        const text = textOf(octets);
        if (native === undefined) expect(text).toMatch(/[\udc80-\udcff]/);
        else expect(text).toBe(native);
      }),
    );
  });

  it("decode like decodeURIComponent if it accepts them", () => {
    fc.assert(
      fc.property(someOctets, bare, (octets, set) => {
        const encoded = encodeOctets(octets, set);
        let native: string | undefined;
        try {
          native = decodeURIComponent(encoded);
        } catch {}
        if (native !== undefined) expect(decodeText(encoded)).toBe(native);
      }),
    );
  });
});

describe("text as bytes", () => {
  it("survives a round trip: every code point", () => {
    for (const point of everyCodePoint()) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const text = String.fromCodePoint(point);
      const encoded = encodeText(text, UNRESERVED);
      // Not `expect` a million times: it is slow, and one failure is enough.
      if (
        encoded !== nativeEncoding(text) ||
        decodeText(encoded) !== text ||
        textOf(octetsOf(text)) !== text
      ) {
        expect.fail(`U+${point.toString(16)} became ${encoded}`);
      }
    }
  });

  it("survives a round trip: any well-formed string, with bytes in between", () => {
    const octet = fc.integer({ min: 0x80, max: 0xff }).map((value) => String.fromCharCode(0xdc00 + value));
    const pieces = fc.array(
      fc.oneof(
        anyUnicode(),
        octet.map((text) => `${text}.`),
      ),
    );
    fc.assert(
      fc.property(pieces, bare, (each, set) => {
        const text = each.join(".").replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, "");
        const octets = octetsOf(text);
        expect(octetsOf(textOf(octets))).toEqual(octets);
        expect(decodeOctets(encodeText(text, set))).toEqual(octets);
      }),
    );
  });

  it("rejects every lone surrogate that does not stand for a byte", () => {
    for (let unit = 0xd800; unit <= 0xdfff; unit++) {
      const text = String.fromCharCode(unit);
      if (unit >= 0xdc80 && unit <= 0xdcff) expect(octetsOf(text)).toEqual(Uint8Array.of(unit - 0xdc00));
      else {
        expect(() => octetsOf(text)).toThrow(code("illegal-character"));
        expect(() => encodeText(text, UNRESERVED)).toThrow(code("illegal-character"));
        expect(() => decodeOctets(`%41${text}`)).toThrow(code("illegal-character"));
      }
    }
  });

  it("reports the offset of the surrogate", () => {
    expect(() => octetsOf("ab\ud800")).toThrow(expect.objectContaining({ start: 2, end: 3 }));
    expect(() => encodeText("a b\ud800", UNRESERVED)).toThrow(expect.objectContaining({ start: 3, end: 4 }));
  });
});

/** encodeURIComponent leaves !'()* bare, which are sub-delims. */
function nativeEncoding(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

describe("escapes", () => {
  it("are decoded once", () => {
    expect(decodeText("%2541")).toBe("%41");
    expect(decodeText("%25%34%31")).toBe("%41");
  });

  it("accept hexadecimal digits of both cases, and nothing else", () => {
    for (const [high, low] of fc.sample(fc.tuple(fc.nat(0xff), fc.nat(0xff)), 2000)) {
      const pair = String.fromCharCode(high, low);
      const isHex = /^[0-9A-Fa-f]{2}$/.test(pair);
      if (isHex) expect(decodeOctets(`%${pair}`)).toEqual(Uint8Array.of(Number.parseInt(pair, 16)));
      else
        expect(() => decodeText(`a%${pair}`)).toThrow(
          expect.objectContaining({ code: "bad-escape", start: 1 }),
        );
    }
    for (const broken of ["%", "%4", "%%41", "%u0041", "%+1", "% 1", "%0x", "%４1"]) {
      expect(() => decodeText(broken)).toThrow(code("bad-escape"));
      expect(() => normalizeEscapes(broken)).toThrow(code("bad-escape"));
    }
  });

  it("are written for every percent sign, even in encoded text", () => {
    expect(encodeText("100%", UNRESERVED)).toBe("100%25");
    expect(encodeText("%41", UNRESERVED)).toBe("%2541");
    const withPercent = new CharSet("%", UNRESERVED);
    expect(encodeText("%41", withPercent)).toBe("%2541");
    expect(encodeOctets(Uint8Array.of(0x25), withPercent)).toBe("%25");
  });
});

describe("normalizeEscapes (RFC 3986 §6.2.2)", () => {
  it("decodes unreserved characters, converts digits to upper case, and keeps the rest", () => {
    for (let octet = 0; octet < 256; octet++) {
      const triplet = `%${octet.toString(16).padStart(2, "0")}`;
      const char = String.fromCharCode(octet);
      const expected = /[A-Za-z0-9._~-]/.test(char) ? char : triplet.toUpperCase();
      expect(normalizeEscapes(`/${triplet}/`)).toBe(`/${expected}/`);
      expect(normalizeEscapes(`/${triplet.toUpperCase()}/`)).toBe(`/${expected}/`);
    }
  });

  it("is idempotent, and changes no byte", () => {
    fc.assert(
      fc.property(someOctets, bare, fc.boolean(), (octets, set, lower) => {
        const encoded = encodeOctets(octets, set);
        const given = lower ? encoded.replace(/%../g, (triplet) => triplet.toLowerCase()) : encoded;
        const normal = normalizeEscapes(given);
        expect(normalizeEscapes(normal)).toBe(normal);
        expect(decodeOctets(normal)).toEqual(octets);
      }),
    );
  });

  it("does not decode twice", () => {
    expect(normalizeEscapes("%2541")).toBe("%2541");
    expect(normalizeEscapes("%%34%31".replace("%%", "%25%"))).toBe("%2541");
  });
});
