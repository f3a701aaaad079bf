import { deepEqual, equal, ok } from "node:assert/strict";
import { parse, parseIri, parseReference, relativize, resolve, type Url, type UrlChange } from "@anyurl/core";
import { extract } from "@anyurl/core/extract";
import { catchCodedError } from "../access/coded.ts";
import { runWithAdvice } from "../report/advised.ts";
import { toComparable } from "./comparable.ts";
import type { Exam } from "./exam.ts";

/** Checks that components and offsets match the text, so that a check of `url.host` covers the host to connect to. */
function checkViews(url: Url, read: Url, how: string): void {
  deepEqual(collectViews(url), collectViews(read), `${how}: components and offsets are those of the text`);
}

function collectViews(url: Url): unknown {
  const { scheme, authority, userinfo, user, password, host, port, path, urlPath, query, fragment } = url;
  const login = { authority, userinfo, user, password, host, port };
  return { scheme, ...login, path, urlPath, query, fragment, offsets: url.offsets, text: String(url) };
}

/** Checks that a URL equals the parse of its own text, including the parts. */
export function checkAsText({ registry }: Exam, url: Url, how = "parse"): void {
  const read = registry.parse(url.href, UNLIMITED) as Url;
  runWithAdvice("as-text", () => {
    checkViews(url, read, how);
    deepEqual(toComparable(url.parts), toComparable(read.parts), `${how}: the parts are those of the text`);
  });
}

/** Options for text that was already parsed: do not check length and zone ID again. */
const UNLIMITED = { maxUrlLength: Number.POSITIVE_INFINITY, zoneId: true } as const;

const CHANGES: readonly UrlChange[] = [
  {},
  { host: "other.example" },
  { host: "[::1]", port: 81 },
  { user: "u", password: "p" },
  { userinfo: undefined },
  { path: "/./a//b" },
  { query: "q" },
  { fragment: "" },
];

/** Checks all URLs that can be derived from a URL and a reference. */
export function checkMade(exam: Exam, text: string, reference: string): void {
  const { registry } = exam;
  const url = registry.tryParse(text).url as Url | undefined;
  if (url === undefined) return;
  const made = (how: string, make: () => Url) => {
    const { value } = catchCodedError(make);
    if (value !== undefined) checkAsText(exam, value, how);
    return value;
  };
  for (const change of CHANGES) made("with", () => url.with(change));
  made("registry.resolve", () => registry.resolve(url, reference));
  checkGeneric(url, reference);
  for (const found of extract(`see <${text}>`, registry)) checkAsText(exam, found.url, "extract");
}

/** Checks the functions that do not depend on a scheme. */
function checkGeneric(url: Url, reference: string): void {
  const check = (made: Url, how: string) => checkViews(made, parse(made.href, UNLIMITED), how);
  const { value: target } = catchCodedError(() => resolve(url, parseReference(reference)));
  if (target !== undefined) {
    check(target, "resolve");
    check(target.with({ fragment: "f" }), "with, after resolve");
    const back = resolve(url, relativize(url, target));
    // The scheme may have the case of the base, and dot segments of the target may be removed.
    const texts = [target, resolve(url, target.href)].map(afterScheme);
    ok(texts.includes(afterScheme(back)), `relativize leads to ${texts[0]}, not ${afterScheme(back)}`);
  }
  const { value: iri } = catchCodedError(() => parseIri(url.href, { ...UNLIMITED, percentEncodeHost: true }));
  if (iri === undefined) return;
  check(iri, "parseIri");
  equal(iri.href, url.href, "a URL is an IRI and maps to itself");
}

function afterScheme({ href, offsets }: Url): string {
  return href.slice(offsets.schemeEnd);
}
