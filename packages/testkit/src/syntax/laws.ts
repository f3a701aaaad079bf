import { deepEqual, equal, ok } from "node:assert/strict";
import { decodeText, parsePort, type Url } from "@anyurl/core";
import fc from "fast-check";
import { catchCodedError } from "../access/coded.ts";
import type { AdviceName } from "../report/advice.ts";
import { runWithAdvice } from "../report/advised.ts";
import { anyAuthority, anyText, anyUnicode } from "./arbitraries.ts";
import { toComparable } from "./comparable.ts";
import type { Arbitraries, Exam } from "./exam.ts";
import { checkMade } from "./made.ts";
import { mutated } from "./mutated.ts";
import { checkPresentation } from "./presentation.ts";
import { profiled } from "./profiled.ts";
import { checkReading, checkUrl, sentBy } from "./reading.ts";
import { checkSecret, withPassword } from "./secrets.ts";
import { checkWrongTypes } from "./wrong-types.ts";

type Written = readonly [scheme: string, beside: object, parts: object];

/** Invalid ports. */
const NO_PORTS: readonly unknown[] = [
  -1,
  65_536,
  1.5,
  Number.NaN,
  "80@evil.example",
  Number.POSITIVE_INFINITY,
];

/** References of each kind: to the same document, to a sibling, to a parent, to another host. */
const REFERENCES: readonly string[] = [
  ...["", "?", "?q", "#", "#f", "a", "./", "../../a", "a/../b", "/", "/a/./b?q#f", ".//a"],
  ...["//g.example", "//u:p@g.example:81/../a?q", "//[::1]:/"],
];

/** A view depends on few properties of a URL, so it needs fewer inputs than a grammar. */
const MAX_VIEW_RUNS = 200;

/** A property of all URLs of the scheme, tested with many inputs. */
export interface Law {
  readonly name: string;
  /** The default advice; a check may give a more specific one. */
  readonly advice: AdviceName;
  readonly check: (parameters: fc.Parameters<any>) => void;
}

export function createLaws(exam: Exam, arbitraries: Arbitraries): readonly Law[] {
  const { scheme, vectors } = exam;
  const authority =
    arbitraries.authority ??
    (scheme.defaultPort(scheme.names[0]!) === undefined ? fc.constant({}) : anyAuthority());
  const name = fc.constantFrom(...scheme.names);
  const written = fc.tuple(name, authority, arbitraries.parts);
  const anyOfScheme = fc.oneof(
    { weight: 1, arbitrary: anyText() },
    { weight: 1, arbitrary: anyUnicode() },
    { weight: 2, arbitrary: fc.tuple(name, anyText()).map(([scheme, rest]) => `${scheme}:${rest}`) },
    {
      weight: 2,
      arbitrary: fc.tuple(name, anyText()).map(([scheme, rest]) => `${scheme}://h.example/${rest}`),
    },
    { weight: 6, arbitrary: mutated(vectors) },
  );
  return [
    {
      name: "parse undoes format for any fields",
      advice: "format-undoes-parse",
      check: (parameters) =>
        fc.assert(
          fc.property(written, ([scheme, beside, parts]) => checkWritten(exam, scheme, beside, parts)),
          parameters,
        ),
    },
    {
      name: "format rejects an invalid field and never turns it into another one",
      advice: "injection",
      check: (parameters) =>
        fc.assert(
          fc.property(written, anyText(), fc.nat(), (fields, text, which) =>
            checkHostile(exam, fields, text, which),
          ),
          parameters,
        ),
    },
    {
      name: "format rejects fields of the wrong type",
      advice: "field-types",
      check: () => checkWrongTypes(exam),
    },
    {
      name: "any text is parsed or rejected with a code and a position",
      advice: "coded",
      check: (parameters) =>
        fc.assert(
          fc.property(anyOfScheme, (text) => checkReading(exam, text)),
          parameters,
        ),
    },
    {
      name: "any text is parsed or rejected with a code and a position, also by RFC 1738",
      advice: "coded",
      check: (parameters) =>
        fc.assert(
          fc.property(anyOfScheme, (text) => checkReading(profiled(exam, "rfc1738"), text)),
          parameters,
        ),
    },
    {
      name: "a derived URL has the components and parts of its own text",
      advice: "as-text",
      check: (parameters) =>
        fc.assert(
          fc.property(
            mutated(vectors),
            fc.oneof(fc.constantFrom(...REFERENCES), mutated(vectors)),
            (text, reference) => checkMade(exam, text, reference),
          ),
          parameters,
        ),
    },
    {
      name: "a fragment is never sent",
      advice: "fragment",
      check: () => {
        for (const { url } of vectors) if (url !== undefined && !url.includes("#")) checkFragment(exam, url);
      },
    },
    {
      name: "every URL has a consistent view, and breadcrumbs that lead upwards",
      advice: "presentation",
      check: (parameters) => {
        for (const { url } of vectors) if (url !== undefined) checkShown(exam, url);
        fc.assert(
          fc.property(mutated(vectors), (text) => checkShown(exam, text)),
          { ...parameters, numRuns: Math.min(parameters.numRuns ?? MAX_VIEW_RUNS, MAX_VIEW_RUNS) },
        );
      },
    },
    {
      name: "no output shows a password",
      advice: "password",
      check: (parameters) =>
        fc.assert(
          fc.property(mutated(vectors), (text) => {
            const planted = withPassword(text);
            if (planted !== undefined) checkSecret(exam, planted);
          }),
          parameters,
        ),
    },
  ];
}

/** Checks how a text is shown, if it is a URL of the scheme. */
function checkShown(exam: Exam, text: string): void {
  const result = exam.registry.tryParse(text);
  if (!result.ok) return;
  const url: Url = result.url;
  if (exam.scheme.is(url)) checkPresentation(exam, url);
}

/** Formats the fields and parses the result. */
function checkWritten(exam: Exam, scheme: string, beside: object, parts: object): void {
  const { registry, initOf } = exam;
  const { value: text, error } = catchCodedError(() => registry.format(scheme, { ...beside, ...parts }));
  runWithAdvice("format-refuses", () =>
    ok(text !== undefined, `format rejects valid fields: ${error?.message}`),
  );
  const url = registry.parse(text!) as Url;
  equal(String(url), text, "String(url) is the text");
  equal(url.scheme, scheme, "the scheme");
  checkFields(url, beside, parts);
  equal(registry.format(scheme, initOf(url)), text, "format returns the same text for the same fields");
  checkUrl(exam, url);
}

/** Checks one field with a value that may be invalid: format rejects it with a code, or parse returns it unchanged. */
function checkHostile(exam: Exam, fields: Written, text: string, which: number): void {
  const { registry } = exam;
  const [scheme, beside, parts] = fields;
  const names = [...Object.keys(beside), ...Object.keys(parts)];
  const name = names[which % names.length];
  if (name === undefined) return;
  const changed = <T extends object>(all: T): T =>
    name in all ? { ...all, [name]: hostileValue(name, all[name as keyof T], text) } : all;
  const [newBeside, newParts] = [changed(beside), changed(parts)];
  const written = catchCodedError(() => registry.format(scheme, { ...newBeside, ...newParts })).value;
  if (written !== undefined) checkFields(registry.parse(written) as Url, newBeside, newParts);
}

/** Generates hostile values of the same type. */
function hostileValue(name: string, value: unknown, text: string): unknown {
  if (name === "port") return NO_PORTS[text.length % NO_PORTS.length];
  if (value === undefined || typeof value === "string") return text;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) return value;
  const at = text.length % (value.length + 1);
  return [...value.slice(0, at), text, ...value.slice(at)];
}

function checkFields(url: Url, beside: object, parts: object): void {
  const read = url.parts as Record<string, unknown>;
  for (const [name, value] of Object.entries(parts))
    deepEqual(toComparable(read[name]), toComparable(value), name);
  for (const [name, value] of Object.entries(beside)) equal(getGenericField(url, name), value, name);
}

/** Checks that a fragment does not change the result, or that the URL is rejected (RFC 3986 §3.5). */
function checkFragment(exam: Exam, text: string): void {
  const marked = `${text}#a%25%2F%C3%A9%FF`;
  checkReading(exam, marked);
  const [bare, whole] = [text, marked].map((each) => exam.registry.tryParse(each).url as Url | undefined);
  if (bare === undefined || whole === undefined) return;
  deepEqual(toComparable(whole.parts), toComparable(bare.parts), "the parts, with a fragment and without");
  deepEqual(sentBy(exam, whole), sentBy(exam, bare), "the plan, with a fragment and without");
}

/** Returns a decoded field that is not one of the parts. */
function getGenericField(url: Url, name: string): unknown {
  if (name === "port") return parsePort(url.port);
  if (name === "host") return url.host;
  const raw = url[name as keyof Url];
  return typeof raw === "string" ? decodeText(raw) : raw;
}
