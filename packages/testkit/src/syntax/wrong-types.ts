import { fail } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { isSyntaxError, redact, type Url } from "@anyurl/core";
import { isCode } from "../access/coded.ts";
import { toComparable } from "./comparable.ts";
import type { Exam } from "./exam.ts";

/* JavaScript callers may pass anything: each field of `format` is replaced by values of other types. */

type Value = readonly [shown: string, value: unknown];

/** Each is tried in the place of a field of another type. */
const VALUES: readonly Value[] = [
  ["null", null],
  ["5", 5],
  ["NaN", Number.NaN],
  ["true", true],
  ['"5"', "5"],
  ["{}", {}],
  ["[]", []],
  ["[5]", [5]],
  ["[null]", [null]],
  ["a Date", new Date(0)],
  ["a symbol", Symbol("x")],
  ["a function", () => "x"],
  ["5n", 5n],
];

/** The fields of a URL that `format` accepts. */
type Init = readonly [scheme: string, fields: object];
/** A field, or a member of a list or an object in a field. */
type FieldPath = readonly (string | number)[];

/** The types of each field in the rows, by the name of its path. */
type FieldTypes = ReadonlyMap<string, ReadonlySet<string>>;

const MAX_SHOWN = 20;

/**
 * Replaces each field of the vectors, and each of its members, by values of other types. `format` must throw a
 * UrlSyntaxError, or write a URL that has this value. A field that is `null` may be absent.
 */
export function checkWrongTypes(exam: Exam): void {
  const inits = collectInits(exam);
  const types = collectTypes(inits);
  const tried = new Set<string>();
  const faults = new Set<string>();
  for (const init of inits) {
    const [scheme, fields] = init;
    for (const path of listPaths(fields)) {
      const old = valueAt(fields, path);
      // A field of the same type beside the same other fields needs no second try.
      const shape = [scheme, Object.keys(fields).sort().join(), pathName(path), typeName(old)].join(" ");
      if (tried.has(shape)) continue;
      tried.add(shape);
      for (const [shown, value] of [...VALUES, ["a list of it", [old]] as const]) {
        if (isOfType(value, pathName(path), types)) continue;
        const fault = findFault(exam, init, path, value);
        if (fault !== undefined) faults.add(`${path.join(".")} = ${shown} ${fault}`);
      }
    }
  }
  const more = faults.size > MAX_SHOWN ? [`and ${faults.size - MAX_SHOWN} more`] : [];
  const said = [...[...faults].slice(0, MAX_SHOWN), ...more].join("\n");
  if (said !== "") fail(`format must reject fields of the wrong type with a UrlSyntaxError:\n${said}`);
}

/** Returns the fields of each row that `format` accepts: those of its URL, and those that it builds a URL from. */
function collectInits(exam: Exam): readonly Init[] {
  const { scheme, registry, vectors, initOf } = exam;
  const inits = vectors.flatMap(({ url: text, build }): readonly Init[] => {
    const url = text === undefined ? undefined : (registry.tryParse(text).url as Url | undefined);
    const parsed: readonly Init[] = url === undefined || !scheme.is(url) ? [] : [[url.scheme, initOf(url)]];
    if (build === undefined) return parsed;
    const { scheme: name = scheme.names[0]!, ...fields } = build as { readonly scheme?: string };
    return [...parsed, [name, toComparable(fields) as object]];
  });
  return inits.filter(([name, fields]) => tryFormat(exam, name, fields).text !== undefined);
}

/** Returns the types that each field has in any of the rows. It may have more than one. */
function collectTypes(inits: readonly Init[]): FieldTypes {
  const types = new Map<string, Set<string>>();
  for (const [, fields] of inits) {
    for (const path of listPaths(fields)) {
      const name = pathName(path);
      types.set(name, (types.get(name) ?? new Set()).add(typeName(valueAt(fields, path))));
    }
  }
  return types;
}

/** Returns the paths of all fields, and of the members of the lists and objects in them. */
function listPaths(value: unknown, before: FieldPath = []): readonly FieldPath[] {
  if (typeName(value) !== "list" && typeName(value) !== "object") return [];
  return Object.entries(value as object).flatMap(([key, member]): readonly FieldPath[] => {
    if (member === undefined) return [];
    const path = [...before, Array.isArray(value) ? Number(key) : key];
    return [path, ...listPaths(member, path)];
  });
}

/** Returns the same name for all members of a list. */
function pathName(path: FieldPath): string {
  return path.map((key) => (typeof key === "number" ? "*" : key)).join(".");
}

function valueAt(fields: object, path: FieldPath): unknown {
  return path.reduce<any>((value, key) => value[key], fields);
}

/** Returns a copy of the fields with another value. */
function withValue(
  fields: object,
  [key, ...rest]: FieldPath,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const copy: any = Array.isArray(fields) ? [...fields] : { ...fields };
  copy[key!] = rest.length === 0 ? value : withValue(copy[key!], rest, value);
  return copy;
}

/** Returns what is wrong about the result of `format` with this value; `undefined` if nothing is. */
function findFault(exam: Exam, [scheme, fields]: Init, path: FieldPath, value: unknown): string | undefined {
  const changed = withValue(fields, path, value);
  const { text, error } = tryFormat(exam, scheme, changed);
  if (text === undefined) {
    if (isSyntaxError(error) && isCode(error.code)) return undefined;
    const { cause } = error as Error;
    return `fails with ${error}${cause === undefined ? "" : ` (${cause})`}`;
  }
  const field = path[0] as string;
  const read = exam.initOf(exam.registry.parse(text) as Url) as Readonly<Record<string, unknown>>;
  if (isDeepStrictEqual(toComparable(read[field]), toComparable(changed[field]))) return undefined;
  // A field that is null may be absent, and format need not look at a part that follows from other parts.
  const isAbsent = tryFormat(exam, scheme, withValue(fields, path, undefined)).text === text;
  const isUnused = tryFormat(exam, scheme, fields).text === text;
  return isAbsent && (isUnused || value === null) ? undefined : `becomes ${redact(text)}`;
}

function tryFormat(
  { registry }: Exam,
  scheme: string,
  fields: object,
): { readonly text?: string; readonly error?: unknown } {
  try {
    return { text: registry.format(scheme, fields) };
  } catch (error) {
    return { error };
  }
}

/** Has the value one of the types of a field, and its members one of theirs? */
function isOfType(value: unknown, name: string, types: FieldTypes): boolean {
  if (Number.isNaN(value) || types.get(name)?.has(typeName(value)) !== true) return false;
  return !Array.isArray(value) || value.every((each) => isOfType(each, `${name}.*`, types));
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? "object" : "instance";
}
