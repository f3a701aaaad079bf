import { isAccessError } from "../exchange/access-error.ts";
import type { ListOption, NumberOption, OptionDeclaration, ReferenceOption } from "./declaration.ts";

/** Thrown by the `read` of a declaration: says what a valid value is, where that depends on the given one. */
export class OptionValueError extends Error {
  override readonly name: string = "OptionValueError";
  /** "a list without x, which is always allowed". */
  readonly expected: string;

  constructor(expected: string) {
    super(`expected ${expected}`);
    this.expected = expected;
  }
}

/** Recognizes the error of another copy of this package too. */
export function isOptionValueError(error: unknown): error is OptionValueError {
  return error instanceof Error && error.name === "OptionValueError";
}

/**
 * Checks a value and converts it to the one that the program reads. `undefined`: it is not valid.
 *
 * @throws {OptionValueError} it is not valid, and the declaration says why.
 * @throws {AccessError} bad-option: it contains options that are not valid.
 */
export function readValue(declaration: OptionDeclaration, value: unknown): unknown {
  const typed = readByType(declaration, value);
  const read = "read" in declaration ? declaration.read : undefined;
  if (typed === undefined || read === undefined) return typed;
  try {
    return read(typed as never);
  } catch (error) {
    if (isOptionValueError(error) || (isAccessError(error) && error.code === "bad-option")) throw error;
    return undefined;
  }
}

function readByType(declaration: OptionDeclaration, value: unknown): unknown {
  switch (declaration.type) {
    case "choice":
      if (typeof value === "function") return "orFunction" in declaration ? value : undefined;
      return declaration.choices.includes(value as string) ? value : undefined;
    case "list":
      return readList(declaration, value);
    case "date":
      return readDate(value);
    case "integer":
    case "number":
    case "duration":
    case "bytes":
      return isInRange(declaration, value) ? value : undefined;
    case "value":
      return value;
    case "object":
      return hasMethods(declaration, value) ? value : undefined;
    case "boolean":
    case "string":
    case "function":
      return typeof value === declaration.type ? value : undefined;
    default:
      return undefined;
  }
}

function readList({ choices, maxItems }: ListOption, value: unknown): readonly string[] | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (maxItems !== undefined && items.length > maxItems) return undefined;
  const fits = (item: unknown) => typeof item === "string" && choices?.includes(item) !== false;
  return items.every(fits) ? Object.freeze([...(items as readonly string[])]) : undefined;
}

function isInRange(declaration: NumberOption, value: unknown): boolean {
  const { min = 0, max = Number.MAX_SAFE_INTEGER, unlimited = false } = declaration;
  if (value === Number.POSITIVE_INFINITY) return unlimited;
  const isNumber = typeof value === "number" && (isWhole(declaration) ? Number.isInteger(value) : true);
  return isNumber && value >= min && value <= max;
}

function isWhole({ type }: NumberOption): boolean {
  return type === "integer" || type === "bytes";
}

function hasMethods({ methods = [] }: ReferenceOption, value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return methods.every((name) => typeof (value as Record<string, unknown>)[name] === "function");
}

const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

function readDate(value: unknown): Date | undefined {
  const isText = typeof value === "string" && (ISO_DATE.test(value) || HTTP_DATE.test(value));
  if (!isText && !(value instanceof Date)) return undefined;
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date : undefined;
}

/** Describes the valid values: for errors, help, and documentation. */
export function describeValues(declaration: OptionDeclaration): string {
  if ("expected" in declaration && declaration.expected !== undefined) return declaration.expected;
  switch (declaration.type) {
    case "boolean":
      return "true or false";
    case "string":
      return "a string";
    case "choice": {
      const choices = declaration.choices.map((choice) => `"${choice}"`);
      return joinWithOr("orFunction" in declaration ? [...choices, "a function"] : choices);
    }
    case "list": {
      const { choices, maxItems } = declaration;
      const most = maxItems === undefined ? "" : `at most ${maxItems} `;
      return choices === undefined ? `a list of ${most}strings` : `a list of: ${choices.join(", ")}`;
    }
    case "date":
      return 'a date such as "2026-01-31" or "2026-01-31T12:00:00Z"';
    case "function":
      return "a function";
    case "group":
      return "an object";
    case "object": {
      const { methods = [] } = declaration;
      return methods.length === 0 ? "an object" : `an object with the methods ${methods.join(", ")}`;
    }
    default:
      return describeNumbers(declaration as NumberOption);
  }
}

const UNITS = { integer: "", number: "", duration: " of milliseconds", bytes: " of bytes" } as const;

function describeNumbers(declaration: NumberOption): string {
  const { type, min = 0, max, unlimited = false } = declaration;
  const largest = unlimited ? Number.POSITIVE_INFINITY : max;
  return `a ${isWhole(declaration) ? "whole " : ""}number${UNITS[type]}${largest === undefined ? `, at least ${min}` : ` from ${min} to ${largest}`}`;
}

function joinWithOr(words: readonly string[]): string {
  if (words.length < 3) return words.join(" or ");
  return `${words.slice(0, -1).join(", ")}, or ${words.at(-1)}`;
}
