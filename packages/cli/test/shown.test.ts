import { anyUnicode } from "@anyurl/testkit";
import { redact } from "anyurl";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatJson } from "../src/json.ts";
import { redactUrl } from "../src/redacted-url.ts";
import { TerminalText } from "../src/render/terminal-text.ts";

const urlText = fc
  .array(fc.constantFrom("ftp:", "//", "/", "@", ":", "?", "#", "a", "pw", "*", "***", "海", "%2F", "h"), {
    maxLength: 14,
  })
  .map((pieces) => pieces.join(""));

describe("redactUrl", () => {
  test("returns the text of redact and maps every offset in order", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const shown = redactUrl(text);
        expect(shown.text).toBe(redact(text));
        expect(shown.at(0)).toBe(0);
        expect(shown.at(text.length)).toBe(shown.text.length);
        const [start, end] = shown.hidden;
        for (let i = 0; i < text.length; i++) {
          expect(shown.at(i)).toBeLessThanOrEqual(shown.at(i + 1));
          // Characters that are not hidden are at the mapped offset.
          if (i < start || i >= end) expect(shown.text[shown.at(i)]).toBe(text[i]);
        }
      }),
    );
  });

  test.each(["*", "**", "***", "x"])("maps the offset after the secret %s", (secret) => {
    const text = `ftp:a:${secret}@h`;
    const shown = redactUrl(text);
    expect(shown.text).toBe("ftp:a:***@h");
    expect(shown.at(text.indexOf("@"))).toBe(shown.text.indexOf("@"));
  });

  test("returns the same text for secrets of every length", () => {
    const texts = ["x", "**", "****", "longer than three"].map((secret) =>
      redactUrl(`ftp://u:${secret}@h/a`),
    );
    for (const { text } of texts) expect(text).toBe("ftp://u:***@h/a");
  });
});

test("formatJson returns JSON of the same value without control characters", () => {
  fc.assert(
    fc.property(fc.jsonValue(), anyUnicode(), (value, text) => {
      const json = formatJson({ value, text });
      // JSON has no -0.
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      expect(json).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

describe("TerminalText", () => {
  test("returns the same text for any split into chunks", () => {
    const octets = fc.uint8Array({ maxLength: 40 });
    const words = fc
      .constantFrom("a\r\nb", "ü", "海", "😀", "\r", "\n", "\x1b[2J", "\u202e")
      .map((word) => Buffer.from(word));
    const whole = fc.array(fc.oneof(octets, words), { maxLength: 12 }).map((pieces) => Buffer.concat(pieces));
    fc.assert(
      fc.property(whole, fc.array(fc.nat(60), { maxLength: 6 }), (all, cuts) => {
        const once = new TerminalText();
        const expected = once.push(all) + once.end();
        const cut = new TerminalText();
        const places = [
          0,
          ...cuts.map((place) => Math.min(place, all.length)).sort((a, b) => a - b),
          all.length,
        ];
        const pieces = places.slice(1).map((end, i) => cut.push(all.subarray(places[i], end)));
        expect(pieces.join("") + cut.end()).toBe(expected);
        expect(expected).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
      }),
      { numRuns: 500 },
    );
  });
});
