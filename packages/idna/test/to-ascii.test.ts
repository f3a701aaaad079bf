import { parseIri, UrlSyntaxError } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAscii } from "../src/index.ts";
import { vectorsOf } from "./vectors.ts";

interface Case {
  readonly input: string;
  /** Null if the name is rejected. */
  readonly output: string | null;
}
interface Decision {
  readonly input: string;
  readonly rule: string;
}
const cases = vectorsOf<readonly (Case | string)[]>("wpt-toascii").filter(
  (each): each is Case => typeof each !== "string",
);
const { refused } = vectorsOf<{ readonly refused: readonly Decision[] }>("decisions");
const decisions = new Map(refused.map(({ input, rule }) => [input, rule]));

const problemOf = (host: string): UrlSyntaxError => {
  try {
    toAscii(host);
  } catch (error) {
    if (error instanceof UrlSyntaxError) return error;
    throw error;
  }
  throw new Error("it was accepted");
};

describe("toAscii", () => {
  it.each(cases)("maps $input to $output, as UTS #46 says", ({ input, output }) => {
    const rule = decisions.get(input);
    if (output === null || rule !== undefined) {
      expect(problemOf(input)).toMatchObject({
        code: "bad-host",
        component: "host",
        ...(rule ? { cite: rule } : {}),
      });
    } else expect(toAscii(input)).toBe(output);
  });

  it("decides only cases that exist and that WHATWG accepts", () => {
    const accepted = new Set(cases.filter(({ output }) => output !== null).map(({ input }) => input));
    expect(refused.filter(({ input }) => !accepted.has(input))).toEqual([]);
    expect(cases.length).toBe(87);
  });

  it.each([
    ["MÜNCHEN.Example", "xn--mnchen-3ya.example"],
    ["mu\u0308nchen.example", "xn--mnchen-3ya.example"],
    ["münchen\u3002example\uff0ecom\uff61", "xn--mnchen-3ya.example.com."],
    ["Straße.example", "xn--strae-oqa.example"],
    ["ａｂｃ.example", "abc.example"],
    ["_dmarc.münchen.example", "_dmarc.xn--mnchen-3ya.example"],
    ["163.münchen.example", "163.xn--mnchen-3ya.example"],
    ["XN--MNCHEN-3YA.é", "xn--mnchen-3ya.xn--9ca"],
    ["EXAMPLE.com.", "example.com."],
    ["r3---sn-a.example", "r3---sn-a.example"],
    ["127.0.0.1", "127.0.0.1"],
  ])("maps %s to %s", (host, ascii) => {
    expect(toAscii(host)).toBe(ascii);
    expect(toAscii(ascii)).toBe(ascii);
  });

  it.each([
    ["", "RFC 1034 §3.1", 0, 0],
    [".", "RFC 1034 §3.1", 0, 1],
    ["a/é", "RFC 1123 §2.1", 0, 3],
    ["é%2fx", "RFC 1123 §2.1", 0, 5],
    ["ex%41mple", "RFC 1123 §2.1", 0, 9],
    ["[::é]", "RFC 1123 §2.1", 0, 5],
    ["é:80", "RFC 1123 §2.1", 0, 4],
    ["é@b", "RFC 1123 §2.1", 0, 3],
    ["é b", "RFC 1123 §2.1", 0, 3],
    ["x.é..b", "RFC 1034 §3.1", 0, 6],
    ["ok.look\u202eout.net", "UTS #46 §5", 7, 8],
    ["ok.\u{e0041}", "UTS #46 §5", 3, 5],
    ["ok.\ud800", "UTS #46 §5", 3, 4],
    ["ok.\udce9", "UTS #46 §5", 3, 4],
    ["a⒈com", "UTS #46 §5", 1, 2],
    ["ok.ab--é", "RFC 5891 §4.2.3.1", 3, 8],
    ["ok.-é.b", "RFC 5891 §4.2.3.1", 3, 5],
    ["ok.é-.b", "RFC 5891 §4.2.3.1", 3, 5],
    ["ok.\u0301é", "RFC 5891 §4.2.3.2", 3, 5],
    ["ok.é\u200db", "RFC 5892 appendix A.1", 3, 6],
    ["ok.אa.b", "RFC 5893 §2", 3, 5],
    ["1a.א", "RFC 5893 §2", 0, 4],
    ["ok.xn--a.é", "RFC 5891 §5.3", 3, 8],
    ["ok.xn--abc-.é", "RFC 5891 §5.3", 3, 11],
    ["１２７.0.0.1", "RFC 3986 §3.2.2", 0, 3],
    ["127\u30020\u30020\u30021", "RFC 3986 §3.2.2", 0, 9],
    ["127.0.0.1\u00ad", "RFC 3986 §3.2.2", 8, 10],
    ["é.0x7f", "RFC 3986 §3.2.2", 2, 6],
    ["é.127", "RFC 3986 §3.2.2", 2, 5],
    [`é.${"b".repeat(64)}.c`, "RFC 1034 §3.1", 2, 66],
    ["é".repeat(1025), "RFC 1034 §3.1", 0, 1025],
  ])("rejects %j by %s at %i", (host, cite, start, end) => {
    expect(problemOf(host)).toMatchObject({ code: "bad-host", component: "host", cite, start, end });
  });

  it("rejects ten million letters at once", () => {
    expect(problemOf("é".repeat(10_000_000)).cite).toBe("RFC 1034 §3.1");
    expect(problemOf("א\u200c".repeat(512))).toMatchObject({ code: "bad-host" });
  });

  it("maps no code point to a delimiter, a dot, or an address", { tags: ["slow"], timeout: 240_000 }, () => {
    for (let code = 0x80; code <= 0x10ffff; code += code < 0x30000 ? 1 : 61) {
      const char = String.fromCodePoint(code);
      for (const [host, labels] of [
        [`a${char}b.example`, /[\u3002\uff0e\uff61]/.test(char) ? 3 : 2],
        [`127.0.0.${char}`, 0],
      ] as const) {
        let ascii: string;
        try {
          ascii = toAscii(host);
        } catch (error) {
          if (!(error instanceof UrlSyntaxError) || error.code !== "bad-host") throw error;
          continue;
        }
        const fair = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/.test(ascii) && !/(?:^|\.)[0-9]+\.?$/.test(ascii);
        if (!fair || (labels > 0 && ascii.split(".").length !== labels))
          expect.fail(`U+${code.toString(16)} makes ${ascii} of ${host}`);
      }
    }
  });

  it("returns a valid name, or reports a problem in range, for any text", () => {
    const pieces = fc.array(
      fc.constantFrom(..."aéßא1.-_\u3002\u200d\u0301\ud800", "xn--", "%41", "/", "ab--"),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          pieces.map((each) => each.join("")),
        ),
        (host) => {
          try {
            const ascii = toAscii(host);
            expect(toAscii(ascii)).toBe(ascii);
            expect(parseIri(`x://${ascii}/é`, { toAscii }).host).toBe(ascii);
          } catch (error) {
            expect(error).toMatchObject({ name: "UrlSyntaxError", code: "bad-host" });
            const { start, end } = error as UrlSyntaxError;
            expect(0 <= start && start <= end && end <= host.length).toBe(true);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});
