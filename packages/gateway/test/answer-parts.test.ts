import { parse, UrlSyntaxError } from "@anyurl/core";
import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDisposition } from "../src/answer/disposition.ts";
import { formatEntryLine, formatTime } from "../src/answer/listing.ts";
import { selectMode } from "../src/answer/request-context.ts";
import { linkifyText } from "../src/answer/text.ts";
import { loadServedSchemes } from "../src/served-schemes.ts";
import { BROWSER, gatewayRegistry } from "./world.ts";

describe("modeOf", () => {
  it.each([
    [BROWSER, "html"],
    ["text/html", "html"],
    ["application/xhtml+xml", "html"],
    ["*/*", "json"],
    [null, "json"],
    ["", "json"],
    ["application/json", "json"],
    ["application/problem+json", "json"],
    ["application/x-ndjson", "lines"],
    ["text/plain", "text"],
    ["text/html;q=0.1, text/plain", "text"],
    ["image/png,image/*;q=0.8,*/*;q=0.5", "json"],
  ])("returns for %j: %s", (accept, mode) => {
    expect(selectMode(accept)).toBe(mode);
  });
});

describe("dispositionOf", () => {
  it("returns a valid field (RFC 6266, RFC 8187) for any URL, with a safe file name or none", () => {
    const unit = fc.constantFrom(..."aZ0._- '\"\\;=%*()é海\u202e\u0000\r\n~", "%2F", "..");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (name) => {
        const url = parse(`ftp://h/${encodeURIComponent(name)}`);
        const value = formatDisposition("attachment", url);
        expect(value).toMatch(
          /^attachment(?:; filename="[ !#-$&-[\]-~]*"(?:; filename\*=UTF-8''(?:[0-9A-Za-z!#$&+.^_`|~-]|%[0-9A-F]{2})+)?)?$/,
        );
        const extended = /filename\*=UTF-8''(.*)$/.exec(value)?.[1];
        if (extended !== undefined) expect(decodeURIComponent(extended)).toBe(name.normalize("NFC"));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("entries as text", () => {
  const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));

  it("have dates in their known precision", () => {
    expect(formatTime(modified, { modifiedPrecision: "day", modifiedZone: "unknown" })).toBe("2001-02-03");
    expect(formatTime(modified, { modifiedPrecision: "minute", modifiedZone: "unknown" })).toBe(
      "2001-02-03T04:05",
    );
    expect(formatTime(modified)).toBe("2001-02-03T04:05:06Z");
    expect(formatTime(new Date(Number.NaN))).toBeUndefined();
  });

  it("are one line each for any text from a server", () => {
    fc.assert(
      fc.property(anyUnicode(), (name) => {
        const line = formatEntryLine({ name, kind: "file", url: undefined });
        expect(line.split("\t")).toHaveLength(5);
        expect(line).not.toMatch(/[\n\r\u001b\u0085]/);
      }),
    );
  });
});

describe("texts", () => {
  const pieces = async (chunks: readonly Uint8Array[], charset?: string) => {
    const served = await loadServedSchemes(gatewayRegistry());
    async function* octets(): AsyncGenerator<Uint8Array, void, void> {
      // Each is valid until the next one is requested.
      for (const chunk of chunks) {
        const own = chunk.slice();
        yield own;
        own.fill(0x21);
      }
    }
    const spans = [];
    for await (const portion of linkifyText(octets(), { served, linker: (_, path) => path, charset }))
      spans.push(...portion);
    return spans;
  };

  it("do not depend on the chunks", async () => {
    const octets = new TextEncoder().encode(
      "größe gopher://h.example/0/x\r\nno end: ftp://h.example/y, <URL:wais://h/z> é",
    );
    const whole = await pieces([octets]);
    expect(whole.map(({ text }) => text).join("")).toBe(
      new TextDecoder().decode(octets).replace("\r\n", "\n"),
    );
    expect(whole.flatMap(({ href }) => href ?? [])).toEqual([
      "/gopher://h.example/0/x",
      "/ftp://h.example/y",
      "/wais://h/z",
    ]);
    for (let at = 1; at < octets.length; at++)
      expect(await pieces([octets.subarray(0, at), octets.subarray(at)])).toEqual(whole);
    expect(await pieces(Array.from(octets, (octet) => Uint8Array.of(octet)))).toEqual(whole);
  });

  it("have links for IRIs and international hosts", async () => {
    const text = "siehe gopher://h.example/0/straße. Und ftp://münchen.example/a 言語";
    const spans = await pieces([new TextEncoder().encode(text)]);
    expect(spans).toEqual([
      { text: "siehe " },
      { text: "gopher://h.example/0/straße", href: "/gopher://h.example/0/stra%C3%9Fe" },
      { text: ". Und " },
      { text: "ftp://münchen.example/a", href: "/ftp://xn--mnchen-3ya.example/a" },
      { text: " 言語" },
    ]);
  });

  it("split a line without an end", async () => {
    const chunk = new Uint8Array(16 * 1024).fill(0x61);
    const served = await loadServedSchemes(gatewayRegistry());
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array, void, void> {
      for (;;) {
        given += chunk.length;
        yield chunk;
      }
    }
    for await (const _ of linkifyText(endless(), { served, linker: (_, path) => path, charset: undefined }))
      break;
    expect(given).toBe(64 * 1024);
  });

  it("are decoded with the character set of the server if it is supported", async () => {
    const koi8 = Uint8Array.of(0xcd, 0xc9, 0xd2, 0x0a);
    expect(await pieces([koi8], "koi8-r")).toEqual([{ text: "мир\n" }]);
    expect(await pieces([Uint8Array.of(0xe4, 0x0a)], "no-such-set")).toEqual([{ text: "ä\n" }]);
  });
});

describe("a URL with a login", () => {
  it.each([
    ["ftp://user:s3cret@h.example/a", "user:s3cret@"],
    ["ftp://@h.example/", "@"],
    ["gopher://user@[::1]:70/1", "user@"],
  ])("is refused, and exactly what the hint says to remove is marked: %s", async (text, login) => {
    const served = await loadServedSchemes(gatewayRegistry());
    const error = (() => {
      try {
        return served.parse(text);
      } catch (thrown) {
        return thrown;
      }
    })() as UrlSyntaxError;
    expect(error).toBeInstanceOf(UrlSyntaxError);
    const [problem] = error.problems;
    expect(problem).toMatchObject({ code: "userinfo-not-allowed", component: "userinfo" });
    expect(text.slice(problem!.start, problem!.end)).toBe(login);
  });
});
