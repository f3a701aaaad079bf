import type { ReadOptions, Registry, UrlOf } from "../scheme/registry-types.ts";
import type { Scheme } from "../scheme/scheme.ts";
import type { CharSet } from "../syntax/charset.ts";
import { encodeText } from "../syntax/escape.ts";
import { type Problem, UrlSyntaxError } from "../syntax/problems.ts";
import {
  type Expression,
  parseUriTemplate,
  RESERVED,
  templateError,
  type UriTemplate,
  type Varspec,
} from "./parse.ts";

/** A value without members. `undefined` and `null` are undefined (RFC 6570 §2.3). */
export type TemplateScalar = string | number | boolean | null | undefined;

/** The value of a variable: text, a list, or an associative array. One without defined members is undefined. */
export type TemplateValue =
  | TemplateScalar
  | readonly TemplateScalar[]
  | { readonly [key: string]: TemplateScalar };

/** Values by variable name. Names that the template does not have are ignored. */
export type TemplateValues = Readonly<Record<string, TemplateValue>>;

/**
 * Expands a URI template to a URL of the registry (RFC 6570 §3).
 *
 * @throws {UrlSyntaxError} bad-template: the template is invalid, or a value does not fit its variable. What parse
 *   throws. The ranges of all problems are those of the template.
 */
export function expandTemplate<S extends Scheme>(
  template: string | UriTemplate,
  values: TemplateValues,
  urls: Registry<S>,
  options?: ReadOptions,
): UrlOf<S, string> {
  const parsed = typeof template === "string" ? parseUriTemplate(template) : template;
  const pieces = expandParts(parsed, values);
  const result = urls.tryParse(pieces.join(""), options);
  if (result.ok) return result.url;
  const problems = result.problems.map((problem) => toTemplateProblem(problem, parsed, pieces));
  const errors = problems.filter(({ severity }) => severity === "error");
  throw new UrlSyntaxError(errors[0]!, problems);
}

/**
 * Expands a URI template to a URI reference, such as "/users/42?lang=en": for `resolve`, or as text. It is not parsed.
 *
 * @throws {UrlSyntaxError} bad-template: the template is invalid, or a value does not fit its variable.
 */
export function expandReference(template: string | UriTemplate, values: TemplateValues): string {
  return expandParts(typeof template === "string" ? parseUriTemplate(template) : template, values).join("");
}

/** Returns the expansion of each part. */
function expandParts({ parts }: UriTemplate, values: TemplateValues): readonly string[] {
  return parts.map((part) => (part.varspecs === undefined ? part.text : expandExpression(part, values)));
}

/** Maps the range of a problem in the expansion to the literal or the expression that it comes from. */
function toTemplateProblem(
  problem: Problem,
  { parts, text }: UriTemplate,
  pieces: readonly string[],
): Problem {
  let start = text.length;
  let end = 0;
  let at = 0;
  pieces.forEach((piece, i) => {
    const part = parts[i]!;
    const isExact = part.varspecs === undefined && piece.length === part.end - part.start;
    const toTemplate = (offset: number) => part.start + offset - at;
    // An empty range is in the part that begins there.
    if (problem.start < at + piece.length && Math.max(problem.end, problem.start + 1) > at) {
      start = Math.min(start, isExact ? Math.max(toTemplate(problem.start), part.start) : part.start);
      end = Math.max(end, isExact ? Math.min(toTemplate(problem.end), part.end) : part.end);
    }
    at += piece.length;
  });
  return { ...problem, start, end: Math.max(end, start) };
}

function expandExpression({ operator, varspecs }: Expression, values: TemplateValues): string {
  const texts: string[] = [];
  for (const spec of varspecs) {
    const value = Object.hasOwn(values, spec.name) ? readValue(values[spec.name], spec) : undefined;
    if (value === undefined) continue;
    const encode = (text: string) => encodeValue(text, operator.allow, spec);
    const named = (name: string, text: string) => (text === "" ? name + operator.ifEmpty : `${name}=${text}`);
    if (typeof value === "string") {
      const text = encode(Array.from(value).slice(0, spec.prefix).join(""));
      texts.push(operator.named ? named(spec.name, text) : text);
    } else if (spec.explode) {
      for (const [key, text] of value) {
        if (key !== undefined)
          texts.push(operator.named ? named(encode(key), encode(text)) : `${encode(key)}=${encode(text)}`);
        else texts.push(operator.named ? named(spec.name, encode(text)) : encode(text));
      }
    } else {
      const text = value
        .flat()
        .filter((each) => each !== undefined)
        .map(encode)
        .join(",");
      texts.push(operator.named ? named(spec.name, text) : text);
    }
  }
  return texts.length === 0 ? "" : operator.first + texts.join(operator.separator);
}

/** The members of a list, without keys, or of an associative array. */
type Members = readonly (readonly [key: string | undefined, text: string])[];

/** Returns a text, or the defined members; `undefined` without any. */
function readValue(value: TemplateValue, spec: Varspec): string | Members | undefined {
  if (typeof value !== "object" || value === null) return readScalar(value, spec);
  const entries = Array.isArray(value)
    ? (value as readonly TemplateScalar[]).map((each) => [undefined, each] as const)
    : Object.entries(value as { readonly [key: string]: TemplateScalar });
  const members = entries.flatMap(([key, each]) => {
    const text = readScalar(each, spec);
    return text === undefined ? [] : [[key, text] as const];
  });
  if (members.length === 0) return undefined;
  if (spec.prefix !== Number.POSITIVE_INFINITY)
    throw templateError(spec.start, spec.end, "a list or an object cannot have a :LENGTH", "2.4.1");
  return members;
}

function readScalar(value: TemplateScalar, { start, end }: Varspec): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" || typeof value === "boolean" || Number.isFinite(value)) return String(value);
  throw templateError(
    start,
    end,
    "the value is not a string, a finite number, a boolean, a list of them, or an object of them",
    "2.3",
  );
}

/** Escapes of a value stay escapes where reserved characters are allowed (§3.2.3). */
const ESCAPE = /(%[0-9A-Fa-f]{2})/;

function encodeValue(text: string, allow: CharSet, { start, end }: Varspec): string {
  try {
    if (allow !== RESERVED) return encodeText(text, allow);
    return text
      .split(ESCAPE)
      .map((each, i) => (i % 2 === 1 ? each : encodeText(each, allow)))
      .join("");
  } catch {
    throw templateError(start, end, "the value has a lone surrogate that does not stand for a byte", "1.6");
  }
}
