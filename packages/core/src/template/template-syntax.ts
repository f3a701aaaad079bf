import { formatAuthority, formatFragment } from "../operations/build.ts";
import { describeAuthority, describeFragment, type Part } from "../operations/describe.ts";
import { normalizeAuthority, normalizeFragment } from "../operations/normalize.ts";
import type { Scheme } from "../scheme/scheme.ts";
import { decodeSegments, decodeText, encodeText } from "../syntax/escape.ts";
import { composeError, type Report, type UrlSyntaxError } from "../syntax/problems.ts";
import { getScheme, type Url } from "../syntax/url.ts";
import { parseTemplate, type TemplateElement, type TemplateField } from "./grammar.ts";
import { getCite, matchTemplate, type TemplateSpan } from "./match.ts";
import type { TemplateInit, TemplateParts } from "./types.ts";

/** The part of a scheme's definition that follows from a template. */
export interface TemplateSyntax<T extends string> {
  readonly template: T;
  readonly parse: (url: Url<string, undefined>, report: Report) => TemplateParts<T>;
  readonly check: (url: Url<string, undefined>, report: Report) => void;
  readonly format: (init: TemplateInit<T>) => string;
  readonly fields: readonly (keyof TemplateInit<T> & string)[];
  readonly normalize: (url: Url<string, TemplateParts<T>>) => string;
  readonly describe: (url: Url<string, TemplateParts<T>>) => readonly Part[];
}

export interface TemplateOptions<T extends string> {
  /** The meaning of each field in a few words, for `explain`. Default: its name. */
  readonly meanings?: { readonly [Name in keyof TemplateParts<T>]?: string };
}

/**
 * Creates the syntax of a scheme from a template such as "finger://{host}[:{port}]/{request}".
 *
 * `{name}` is a field with any text, `{name+}` one with at least one character, `{name*}` a list with a "/" between its
 * members, and `[…]` is an optional part. `{user}`, `{password}`, `{host}`, and `{port}` are those of every URL, not
 * parts. The fields are split first and then decoded. A query that the template does not have is an error; a
 * fragment is always allowed. After a host, an empty path is read as "/", which is its normal form (RFC 3986 §6.2.3),
 * unless the template begins with an optional part.
 *
 *     defineScheme({ name: "finger", defaultPort: 79, ...templateSyntax("finger://{host}[:{port}]/{request}"), … })
 *
 * @throws {TypeError} the text is not a template, or a URL could have two readings.
 */
export function templateSyntax<const T extends string>(
  template: T,
  { meanings = {} }: TemplateOptions<T> = {},
): TemplateSyntax<T> {
  const parsed = parseTemplate(template);
  const { scheme, authority, elements, fields } = parsed;
  const names = [
    ...Object.entries(authority ?? {}).flatMap(([name, has]) => (has ? [name] : [])),
    ...fields.map(({ name }) => name),
    "fragment",
  ];
  const formatPath = (init: object) => formatElements(elements, init as Values, template);
  return {
    template,
    parse(url, report) {
      const { href } = url;
      const parts: Record<string, string | readonly string[] | undefined> = {};
      for (const { name } of fields) parts[name] = undefined;
      for (const { field, start, end } of matchTemplate(url, parsed, report))
        if (field !== undefined) parts[field.name] = decodeField(field, href.slice(start, end));
      return parts as TemplateParts<T>;
    },
    check(url, report) {
      matchTemplate(url, parsed, report);
    },
    format(init) {
      const {
        scheme: name = scheme,
        host = "",
        ...rest
      } = init as Values & { scheme?: string; host?: string };
      const start = authority === undefined ? "" : authority.host ? formatAuthority({ ...rest, host }) : "//";
      const path = formatPath(rest);
      if (authority === undefined && path.startsWith("//"))
        throw formatError({ component: "path" }, template, 'the path begins with "//", which begins a host');
      return `${name}:${start}${path}${formatFragment(rest["fragment"] as string | undefined)}`;
    },
    fields: names as (keyof TemplateInit<T> & string)[],
    normalize(url) {
      const start = normalizeAuthority(url, getDefaultPort(url));
      return `${url.scheme}:${start}${formatPath(url.parts)}${normalizeFragment(url)}`;
    },
    describe(url) {
      const spans = matchTemplate(url, parsed, () => {});
      const meaningOf = ({ name }: TemplateField) => (meanings as Record<string, string>)[name] ?? name;
      return [
        ...describeAuthority(url, getDefaultPort(url)),
        ...describeSpans(url, spans, meaningOf),
        ...(url.fragment === undefined ? [] : [describeFragment(url)]),
      ];
    },
  };
}

type Values = Readonly<Record<string, unknown>>;

function decodeField({ kind }: TemplateField, raw: string): string | readonly string[] {
  return kind === "list" ? decodeSegments(raw, 0, raw.length) : decodeText(raw);
}

/** Describes each field, and the words of the literals. */
function describeSpans(
  url: Url,
  spans: readonly TemplateSpan[],
  meaningOf: (field: TemplateField) => string,
): readonly Part[] {
  const parts: Part[] = [];
  const cite = getCite(url);
  const add = (name: string, start: number, raw: string, meaning: string) =>
    parts.push({ name, start, end: start + raw.length, value: decodeText(raw), meaning, cite });
  for (const { field, start, end } of spans) {
    const text = url.href.slice(start, end);
    if (field === undefined) {
      // A delimiter belongs to the part after it. Without one, it is a part itself.
      const words = end === spans.at(-1)?.end ? /[\w\-.~]+|[^\w\-.~]+$/g : /[\w\-.~]+/g;
      for (const { 0: word, index } of text.matchAll(words)) {
        const same = parts.filter(({ value }) => value === word).length;
        add(same === 0 ? `"${word}"` : `"${word}" (${same + 1})`, start + index, word, "fixed text");
      }
    } else add(field.name, start, text, meaningOf(field));
  }
  return parts;
}

/** @throws {UrlSyntaxError} bad-path, bad-query: a field is missing, empty, or of another type. */
function formatElements(elements: readonly TemplateElement[], values: Values, template: string): string {
  return elements
    .map((element) => {
      if (element.is === "literal") return element.text;
      if (element.is === "field") return formatField(element, values[element.name], template);
      return hasValue(element.elements, values) ? formatElements(element.elements, values, template) : "";
    })
    .join("");
}

/** Is a field of the elements given? */
function hasValue(elements: readonly TemplateElement[], values: Values): boolean {
  return elements.some((element) => {
    if (element.is === "optional") return hasValue(element.elements, values);
    return element.is === "field" && values[element.name] !== undefined;
  });
}

function formatField(field: TemplateField, value: unknown, template: string): string {
  const { name, kind, bare, nonEmpty } = field;
  const members = kind === "text" ? [value] : Array.isArray(value) ? value : [];
  if (members.length === 0 || !members.every((each) => typeof each === "string"))
    throw formatError(
      field,
      template,
      `${name} must be ${kind === "list" ? "a list of texts, not empty" : "text"}`,
    );
  if (nonEmpty && value === "") throw formatError(field, template, `${name} must not be empty`);
  return members.map((each) => encodeText(each, bare)).join("/");
}

function formatError(
  { component }: { component: "path" | "query" },
  template: string,
  message: string,
): UrlSyntaxError {
  const code = component === "path" ? "bad-path" : "bad-query";
  const said = `${message}; the form is ${template}`;
  return composeError(code, component, said);
}

/** Returns the default port that the URL's scheme declares. */
function getDefaultPort(url: Url): number | undefined {
  return (getScheme(url) as Pick<Scheme, "defaultPort"> | undefined)?.defaultPort(url.scheme);
}
