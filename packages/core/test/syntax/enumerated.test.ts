/** @module-tag slow */
import { describe, expect, it } from "vitest";
import {
  normalizeGeneric,
  parse,
  parseReference,
  type ResolveOptions,
  relativize,
  removeDotSegments,
  resolve,
  tryParse,
} from "../../src/index.ts";
import { GENERIC_READER } from "../../src/syntax/reference.ts";
import { scanReference } from "../../src/syntax/scan.ts";
import { ParsedReference, type Reference } from "../../src/syntax/url.ts";
import { URI, URI_REFERENCE } from "../abnf.ts";
import { everyPath, everyText, Mismatches } from "./enumerate.ts";
import { misread } from "./misread.ts";
import * as rfc from "./rfc3986.ts";

/* Compares every short input with RFC 3986 as the RFC writes it (rfc3986.ts). */

const DOTS = ["a", "", ".", ".."];
const ESCAPED_DOTS = [...DOTS, "%2e", ".%2E", "%2f"];
/** What can follow a path. */
const TAILS = ["", "?", "?q/../r", "#", "#f/../g", "?q#f", "?#"];

/** Each path after a host and after a scheme. */
function basesOf(paths: readonly string[], tails: readonly string[] = [""]): readonly string[] {
  const bases = paths.flatMap((path) =>
    /^(?!\/)./.test(path) ? [`x:${path}`] : [`x:${path}`, `x://u:p@h:1${path}`],
  );
  return bases.flatMap((base) => tails.map((tail) => base + tail));
}

/**
 * Resolves each reference against each base: the text of the target must be the RFC's, and its components must match
 * its text.
 */
function checkResolve(
  bases: readonly string[],
  references: readonly string[],
  dots: rfc.Dots = rfc.removeDotSegments,
  options: ResolveOptions = {},
): void {
  const found = new Mismatches();
  const read = references.map((text) => parseReference(text));
  for (const text of bases) {
    const base = parse(text);
    for (const reference of read) {
      const expected = rfc.target(text, reference.href, dots);
      const target = resolve(base, reference, options);
      const at = () => `${text} + ${reference.href} is ${expected}, not ${target.href}`;
      found.check(target.href === expected, at);
      const { host, path, query, fragment } = target;
      const again = rfc.split(target.href);
      const same = path === again.path && query === again.query && fragment === again.fragment;
      found.check(same && host === hostIn(again.authority), () => `${at()}: ${misread(target)}`);
    }
  }
  expect(found.rows).toEqual([]);
}

function hostIn(authority: string | undefined): string | undefined {
  return authority?.replace(/^.*@|:\d*$/g, "");
}

describe("resolve", () => {
  it("returns the target of RFC 3986 §5.2 for every base of up to two segments and reference of up to four", () => {
    checkResolve(basesOf(everyPath(2, DOTS)), everyPath(4, DOTS));
  });

  it("returns it for every base of up to four segments and reference of up to two", () => {
    checkResolve(basesOf(everyPath(4, DOTS)), everyPath(2, DOTS));
  });

  it("returns it for every query, fragment, host, and scheme", () => {
    const paths = everyPath(2, DOTS);
    const fronts = ["", "", "//", "//g", "//g@k:2", "x:", "y:", "y://g"];
    const references = fronts.flatMap((front) =>
      paths
        .filter((path) => !front.includes("//") || path === "" || path.startsWith("/"))
        .flatMap((path) => TAILS.map((tail) => front + path + tail)),
    );
    checkResolve(basesOf(paths, ["", "?q/../r", "?q#f"]), [...new Set(references)]);
  });

  it("treats an escaped dot as a dot, and only a literal one with literalDotsOnly", () => {
    const paths = everyPath(2, ESCAPED_DOTS);
    checkResolve(basesOf(paths), paths, rfc.removeEscapedDots);
    checkResolve(basesOf(paths), paths, rfc.removeDotSegments, { literalDotsOnly: true });
  });

  it("keeps all segments with keepDotSegments", () => {
    const paths = everyPath(2, DOTS);
    checkResolve(basesOf(paths), paths, (path) => path, { keepDotSegments: true });
  });
});

describe("relativize", () => {
  it("returns a reference to the target by RFC 3986 §5.2, for every base and target of up to three segments", () => {
    const found = new Mismatches();
    const bases = basesOf(everyPath(3, DOTS));
    const targets = basesOf(everyPath(3, ["a", "b", ""]), ["", "?q#f"]);
    for (const base of bases) {
      const from = parse(base);
      for (const target of targets) {
        const reference = relativize(from, target);
        const reached = rfc.target(base, reference);
        found.check(
          reached === rfc.target(base, target),
          () => `${base} + ${reference} is ${reached}, not ${target}`,
        );
      }
    }
    expect(found.rows).toEqual([]);
  });
});

describe("removeDotSegments", () => {
  it("equals RFC 3986 §5.2.4 for every path of up to six segments", () => {
    const found = new Mismatches();
    for (const path of everyPath(6, DOTS)) {
      const expected = rfc.removeDotSegments(path);
      const removed = removeDotSegments(path);
      found.check(removed === expected, () => `${path} is ${expected}, not ${removed}`);
    }
    for (const path of everyPath(4, ESCAPED_DOTS)) {
      const expected = rfc.removeEscapedDots(path);
      const removed = removeDotSegments(path, true);
      found.check(removed === expected, () => `${path} is ${expected}, not ${removed}`);
    }
    expect(found.rows).toEqual([]);
  });
});

describe("normalizeGeneric", () => {
  it("equals RFC 3986 §6.2.2 and §6.2.3 for every short URL", () => {
    const found = new Mismatches();
    const authorities = [
      "",
      "//",
      "//h",
      "//H",
      "//%48%e9",
      "//U%40%7eu@h",
      "//h:",
      "//h:080",
      "//h:81",
      "//u:P@H:80",
    ];
    const paths = everyPath(3, ["a", "", ".", "..", "%2e", "%41%2f"]);
    for (const scheme of ["x:", "X:"]) {
      for (const authority of authorities) {
        for (const path of paths) {
          if (authority !== "" && /^(?!\/)./.test(path)) continue;
          for (const tail of ["", "?%7E/../%7c", "#%2d/./%c3"]) {
            const text = scheme + authority + path + tail;
            const expected = rfc.normalForm(text, 80);
            const normal = normalizeGeneric(parse(text), { hierarchical: true, defaultPort: 80 });
            found.check(normal === expected, () => `${text} is ${expected}, not ${normal}`);
          }
        }
      }
    }
    expect(found.rows).toEqual([]);
  });
});

describe("the scanner", () => {
  const PIECES = ["a", "1", ":", "/", "?", "#", "@", "[", "]", "%41", "%"];

  function parseIfValid(text: string): Reference | undefined {
    const offsets = scanReference(text);
    return offsets && new ParsedReference(text, offsets, GENERIC_READER);
  }

  /** The scanner accepts `text` exactly if the grammar does, and splits it like appendix B. */
  function check(text: string, found: Mismatches): void {
    const reference = parseIfValid(text);
    found.check(
      (reference !== undefined) === URI_REFERENCE.test(text),
      () => `${text}: not what the grammar takes`,
    );
    if (reference === undefined) return;
    const { scheme, authority, path, query, fragment } = reference;
    const expected = rfc.split(text);
    const same =
      scheme === expected.scheme &&
      authority === expected.authority &&
      path === expected.path &&
      query === expected.query &&
      fragment === expected.fragment;
    found.check(same, () => `${text}: not split as by appendix B`);
    if (authority === undefined) return;
    const { host, userinfo, port } = reference;
    const at = userinfo === undefined ? "" : `${userinfo}@`;
    found.check(
      `${at}${host}${port === undefined ? "" : `:${port}`}` === authority,
      () => `${text}: its authority`,
    );
    found.check(!/[@:/?#]/.test(host!.replace(/^\[.*\]$/, "")), () => `${text}: its host is ${host}`);
  }

  it("accepts and splits every text of up to five parts like the grammar of RFC 3986", () => {
    const found = new Mismatches();
    for (const tail of everyText(5, PIECES)) check(tail, found);
    expect(found.rows).toEqual([]);
  });

  // After a host, and in a text so long that another loop scans it.
  it.each(["x://", "x://h", "x:", `x://h/${"a".repeat(60)}`, `x:${"a".repeat(60)}?`])(
    "splits every text of up to four parts after %s like the grammar",
    (front) => {
      const found = new Mismatches();
      for (const tail of everyText(4, PIECES)) check(front + tail, found);
      expect(found.rows).toEqual([]);
    },
  );

  it("accepts a URL exactly if tryParse reports no problem", () => {
    const found = new Mismatches();
    for (const tail of everyText(3, PIECES)) {
      for (const text of [tail, `x:${tail}`, `x://${tail}`]) {
        const { ok, problems } = tryParse(text);
        found.check(ok === URI.test(text) && ok === (problems.length === 0), () => text);
      }
    }
    expect(found.rows).toEqual([]);
  });
});
