import { parse, parseReference, type Reference, resolve, tryParse, type Url } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { decisionsOf, judge } from "./decisions.ts";
import { dataOf, vectorsOf } from "./vector.ts";
import { urls } from "./whatwg.ts";

/** A case of urltestdata.json, and its result by RFC 3986. */
interface Case {
  readonly id: string;
  readonly input: string;
  readonly base: string | null;
  readonly whatwg: { readonly href?: string; readonly failure?: true };
  readonly rfc3986: {
    readonly input: "uri" | "relative-ref" | "invalid";
    readonly base: "uri" | "invalid" | "none";
    readonly target: string | null;
  };
  readonly relation: string;
}

/** The same case in the upstream file, with the parts of the browser's result. */
interface Upstream {
  readonly input: string;
  readonly base: string | null;
  readonly href?: string;
  readonly username?: string;
  readonly password?: string;
  readonly hostname?: string;
  readonly pathname?: string;
}

const cases = vectorsOf<Case>("wpt-rfc3986");
const upstream = dataOf<readonly (Upstream | string)[]>("wpt-urltestdata").filter(
  (each): each is Upstream => typeof each !== "string",
);

/** Returns the target strictly by RFC 3986 §5.2; `undefined` if there is no target. */
function targetOf({ input, base }: Case): Url | undefined {
  try {
    // A URL needs no base, but §5.2.2 still removes its dot segments.
    if (base === null) parse(input);
    return resolve(base ?? "x:", input, { literalDotsOnly: true });
  } catch (error) {
    if ((error as Error).name !== "UrlSyntaxError") throw error;
    return undefined;
  }
}

function referenceOf(text: string): Reference | undefined {
  try {
    return parseReference(text);
  } catch {
    return undefined;
  }
}

describe("RFC 3986 on the inputs of web-platform-tests", () => {
  it("has every upstream case, in the same order", () => {
    expect(cases.map(({ input, base }) => [input, base])).toEqual(
      upstream.map(({ input, base }) => [input, base ?? null]),
    );
  });

  it.each(cases)("$id: $input against $base", (each) => {
    const { input, base, rfc3986 } = each;
    expect(tryParse(input).ok).toBe(rfc3986.input === "uri");
    const reference = referenceOf(input);
    expect(reference?.href).toBe(rfc3986.input === "invalid" ? undefined : input);
    if (reference !== undefined) expect(reference.scheme !== undefined).toBe(rfc3986.input === "uri");
    if (base !== null) expect(tryParse(base).ok).toBe(rfc3986.base === "uri");
    expect(targetOf(each)?.href ?? null).toBe(rfc3986.target);
  });
});

describe("the WHATWG URL Standard", () => {
  const decisions = decisionsOf("whatwg");

  it.each(cases)("$id: $input against $base", (each) => {
    const { href } = each.whatwg;
    judge(decisions.get(each.id), () => {
      const target = targetOf(each);
      if (href === undefined) expect(target?.href).toBeUndefined();
      // WHATWG normalizes while it parses, partly beyond RFC 3986 §6.2, so both results are converted to one form.
      else if (target?.href !== href) expect(target && urls.normalize(target)).toBe(urls.normalize(href));
    });
  });

  it("has the same parts if it has the same text", () => {
    let found = 0;
    for (const { href, username, password, hostname, pathname } of upstream) {
      if (href === undefined || !tryParse(href).ok) continue;
      const url = parse(href);
      found++;
      expect([href, url.user ?? "", url.password ?? "", url.host ?? ""]).toEqual([
        ...[href, username, password, hostname],
      ]);
      // "/." prevents that a path with a leading "//" is parsed as an authority; a browser removes it.
      const path = url.host === undefined ? url.path.replace(/^\/\.(?=\/\/)/, "") : url.path;
      if (pathname !== undefined) expect(path).toBe(pathname);
    }
    expect(found).toBeGreaterThan(500);
  });

  it("has only decisions that cite a rule and belong to a case", () => {
    const ids = new Set(cases.map(({ id }) => id));
    expect([...decisions.keys()].filter((id) => !ids.has(id))).toEqual([]);
    for (const { cite } of decisions.values()) expect(cite).toMatch(/^RFC 3986 §/);
  });
});
