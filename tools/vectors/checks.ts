import { createAnyurl } from "@anyurl/all";
import {
  iriToUri,
  parse,
  parseReference,
  relativize,
  removeDotSegments,
  resolve,
  tryParse,
  type Url,
} from "@anyurl/core";
import { extract } from "@anyurl/core/extract";
import { type FileUrl, fromPath, type System, toPath } from "@anyurl/scheme-file";
import { expect } from "vitest";
import { componentsOf, expectedOf } from "./components.ts";
import { decoded, detailOf } from "./details.ts";
import type { Components, Vector } from "./vector.ts";

/** Every scheme of the preset. The vectors of a scheme are checked as soon as the preset has it. */
const urls = createAnyurl();

/** One assertion of a vector. */
export interface Check {
  /** The vector's id, followed by "/" and the subject if the vector has several checks. */
  readonly id: string;
  /** Throws if the assertion fails. */
  readonly run: () => void;
  /** The missing scheme that the check needs. */
  readonly missing?: string | undefined;
}

/** Returns the checks of a vector. */
export function checksOf(vector: Vector): readonly Check[] {
  const { id, kind } = vector;
  if (kind === "parse") return parseChecks(vector);
  if (kind === "resolve") return resolveChecks(vector);
  const run = RUNS[kind];
  return run === undefined ? [] : [{ id, run: () => run(vector) }];
}

function parseChecks(vector: Vector): readonly Check[] {
  const { id, input, expect: wanted, strict1738 } = vector;
  if (wanted.error) {
    const check = { id, run: () => expect(tryParse(input).ok).toBe(false) };
    if (vector.iri === undefined) return [check];
    return [check, { id: `${id}/iri`, run: () => expect(iriToUri(input)).toBe(vector.iri) }];
  }
  const scheme = parse(input).scheme;
  const missing = missingScheme(scheme);
  const checks: Check[] = [{ id, run: () => expectComponents(input, wanted.generic ?? wanted) }];
  if (wanted.schemeError) {
    checks.push({ id: `${id}/scheme`, missing, run: () => expect(urls.tryParse(input).ok).toBe(false) });
  } else if (wanted.detail !== undefined) {
    checks.push({ id: `${id}/detail`, missing, run: () => expectDetail(input, wanted.detail!) });
  }
  for (const [system, path] of Object.entries(typeof vector.os === "object" ? vector.os : {})) {
    checks.push({ id: `${id}/${system}`, missing, run: () => expect(pathOf(input, system)).toBe(path) });
  }
  if (vector.decoded !== undefined) checks.push({ id: `${id}/decoded`, run: () => expectDecoded(vector) });
  // RFC 1738 accepts what is not marked. If a scheme rejects it by a newer RFC, the vectors do not specify the result.
  if (strict1738 !== undefined || !wanted.schemeError) {
    const ok = strict1738 === undefined;
    const known = RFC_1738.has(scheme) ? missing : undefined;
    checks.push({ id: `${id}/rfc1738`, missing: known, run: () => expectRfc1738(input, ok) });
  }
  return checks;
}

/** The schemes with a production in RFC 1738 §5. */
const RFC_1738: ReadonlySet<string> = new Set([
  ...["ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero"],
]);

/** The names of the systems in the options of file URLs. */
const SYSTEMS: Readonly<Record<string, System>> = { unix: "posix", win32: "windows" };

function pathOf(input: string, system: string): string {
  return toPath(urls.parse(input) as FileUrl, { system: SYSTEMS[system]!, unc: true });
}

export function hasScheme(name: string): boolean {
  return urls.scheme(name) !== undefined;
}

function missingScheme(name: string): string | undefined {
  return hasScheme(name) ? undefined : `no scheme ${name}`;
}

function expectComponents(input: string, wanted: Components): void {
  const url = parse(input);
  expect(componentsOf(url)).toMatchObject(expectedOf(wanted));
  expect(String(url)).toBe(input);
}

function expectDetail(input: string, detail: Readonly<Record<string, unknown>>): void {
  const url: Url = urls.parse(input);
  expect(String(url)).toBe(input);
  expect(detailOf(url, urls.scheme(url.scheme)?.defaultPort(url.scheme))).toMatchObject(detail);
}

function expectDecoded({ input, decoded: wanted }: Vector): void {
  const url = parse(input);
  for (const [name, value] of Object.entries(wanted!)) {
    expect([name, decoded(url[name as "user" | "password" | "host"])]).toEqual([name, value]);
  }
}

function expectRfc1738(input: string, ok: boolean): void {
  const { problems } = urls.tryParse(input, { profile: "rfc1738" });
  const errors = problems.filter(({ severity }) => severity === "error").map(({ code }) => code);
  if (ok) expect(errors).toEqual([]);
  else expect(errors).not.toEqual([]);
}

function resolveChecks({ id, base, input, expect: wanted, nonStrict }: Vector): readonly Check[] {
  const href = (compatible: boolean) => String(resolve(base!, input, { compatible }));
  const check = { id, run: () => expect(href(false)).toBe(wanted.href) };
  if (nonStrict === undefined) return [check];
  return [check, { id: `${id}/compatible`, run: () => expect(href(true)).toBe(nonStrict.href) }];
}

/** Returns the check of the kinds with one assertion. A template is not a URL and has no check. */
const RUNS: Readonly<Record<string, (vector: Vector) => void>> = {
  reference({ input, expect: wanted }) {
    if (wanted.error) expect(() => parseReference(input)).toThrow();
    else {
      expect(componentsOf(parseReference(input))).toMatchObject(expectedOf(wanted));
      expect(String(parseReference(input))).toBe(input);
    }
  },
  normalize({ input, expect: { href } }) {
    expect(urls.normalize(input)).toBe(href);
  },
  equivalent({ input, other, expect: { equivalent } }) {
    expect(urls.compare(input, other!).equivalent).toBe(equivalent);
    expect(urls.compare(other!, input).equivalent).toBe(equivalent);
  },
  extract({ input, expect: wanted }) {
    const schemes = ["ftp", "http", "https", "mailto", "news"].filter((name) => !hasScheme(name));
    expect(Array.from(extract(input, urls, { schemes }), ({ url }) => String(url))).toEqual(wanted.urls);
  },
  "remove-dot-segments"({ input, expect: { path } }) {
    expect(removeDotSegments(input)).toBe(path);
  },
  "from-path"({ input, os, expect: { href } }) {
    expect(fromPath(input, { system: SYSTEMS[os as string]! })).toBe(href);
  },
  relativize({ input, base, expect: { ref } }) {
    expect(relativize(base!, input)).toBe(ref);
  },
  valid({ input, format, expect: { valid } }) {
    expect(accepts(format!, input)).toBe(valid);
  },
};

function accepts(format: NonNullable<Vector["format"]>, input: string): boolean {
  try {
    // The grammar of RFC 3987 §2.2 allows any reg-name, even if DNS cannot look it up.
    const text = format.startsWith("iri") ? iriToUri(input, { percentEncodeHost: true }) : input;
    if (format.endsWith("reference")) parseReference(text);
    else parse(text);
    return true;
  } catch (error) {
    if ((error as Error).name !== "UrlSyntaxError") throw error;
    return false;
  }
}
