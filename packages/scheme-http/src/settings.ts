import { AccessError, asciiLowerCase } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import { supportedCodings } from "./codings.ts";
import { formatDate } from "./date.ts";
import { parseNumber } from "./fields.ts";
import type { HttpOptions } from "./options.ts";

/** Validated options. */
export interface HttpSettings {
  readonly fields: readonly HttpField[];
  /** Names of the fields with secret values. */
  readonly hidden: readonly string[];
  readonly acceptEncoding: string | undefined;
  readonly redirect: NonNullable<HttpOptions["redirect"]>;
  /** If-None-Match and similar fields. */
  readonly conditions: readonly HttpField[];
  readonly allowUserinfo: boolean;
  readonly length: number | undefined;
  readonly anyStatus: boolean;
  readonly onResponse: HttpOptions["onResponse"];
}

/** Validates options. @throws {AccessError} bad-option */
export function resolveSettings(options: Readonly<Record<string, unknown>>): HttpSettings {
  const anyStatus = resolveFlag(options, "anyStatus");
  const fields = resolveFields(options["fields"], anyStatus ? RESERVED_FIELDS : RESERVED_OR_OPTION_FIELDS);
  const sensitive = resolveNames(options["sensitive"]);
  return {
    fields,
    hidden: [...SECRET_FIELDS, ...sensitive],
    acceptEncoding: resolveCodings(options["acceptEncoding"]),
    redirect: resolveRedirect(options["redirect"]),
    conditions: [
      ...resolveTags(options, "ifMatch", "if-match"),
      ...resolveTags(options, "ifNoneMatch", "if-none-match"),
      ...resolveDate(options, "ifModifiedSince", "if-modified-since"),
      ...resolveDate(options, "ifUnmodifiedSince", "if-unmodified-since"),
    ],
    allowUserinfo: resolveFlag(options, "allowUserinfo"),
    length: resolveLength(options["length"]),
    anyStatus,
    onResponse: resolveCallback(options["onResponse"]),
  };
}

/** Fields with credentials, which are sent only to the original server. */
const SECRET_FIELDS: readonly string[] = ["authorization", "cookie"];

/** Fields of the connection and of the framing, or that this package sets itself (RFC 9110 §7.6.1, RFC 9112 §6). */
const RESERVED_FIELDS: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate", "http2-settings", "host", "content-length", "expect"],
  "accept-encoding",
]);

/** Also fields that change the meaning of the response; the operations and options set them. */
const RESERVED_OR_OPTION_FIELDS: ReadonlySet<string> = new Set([
  ...RESERVED_FIELDS,
  ...["range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since"],
]);

function resolveFields(given: unknown, refused: ReadonlySet<string>): readonly HttpField[] {
  if (given === undefined) return [];
  return toPairs(given).map(([rawName, rawValue]) => {
    if (typeof rawName !== "string" || !isToken(rawName)) throw badOption("fields", "tokens as names");
    const name = asciiLowerCase(rawName);
    if (refused.has(name)) throw badOption("fields", `no "${name}", which is set automatically`);
    if (typeof rawValue !== "string" || !isFieldValue(rawValue))
      throw badOption("fields", `visible ASCII in one line as the value of "${name}"`);
    return [name, rawValue] as const;
  });
}

function toPairs(given: unknown): readonly (readonly unknown[])[] {
  if (typeof given === "string") {
    const lines = given.split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw badOption("fields", 'lines "name: value"');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  }
  if (Array.isArray(given) && given.every((pair) => Array.isArray(pair) && pair.length === 2)) return given;
  if (typeof given === "object" && given !== null && !Array.isArray(given)) return Object.entries(given);
  throw badOption("fields", "an object, pairs of name and value, or a string");
}

function resolveNames(given: unknown): readonly string[] {
  const names = typeof given === "string" ? given.split(",").map((name) => name.trim()) : (given ?? []);
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string" && isToken(name)))
    throw badOption("sensitive", "a list of field names");
  return names.map(asciiLowerCase);
}

function resolveCodings(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const names = typeof given === "string" ? given.split(",").map((name) => asciiLowerCase(name.trim())) : [];
  const isList =
    names.length > 0 && names.every((name) => name === "identity" || supportedCodings().includes(name));
  if (!isList) throw badOption("acceptEncoding", `a list of: identity, ${supportedCodings().join(", ")}`);
  return names.join(", ");
}

function resolveRedirect(given: unknown): HttpSettings["redirect"] {
  if (given === undefined) return "follow";
  if (given === "follow" || given === "error" || given === "manual") return given;
  if (typeof given === "function") return given as HttpSettings["redirect"];
  throw badOption("redirect", '"follow", "error", "manual", or a function');
}

/** Parses "*" or entity-tags (RFC 9110 §8.8.3, §13.1). */
function resolveTags(
  options: Readonly<Record<string, unknown>>,
  option: string,
  name: string,
): readonly HttpField[] {
  const given = options[option];
  if (given === undefined) return [];
  const isOne =
    typeof given === "string" &&
    given.length <= MAX_TAGS_LENGTH &&
    (given === "*" || given.split(/,[ \t]*(?=W\/"|")/).every((tag) => ENTITY_TAG.test(tag)));
  if (!isOne) throw badOption(option, '"*" or entity-tags with their quotation marks');
  return [[name, given]];
}

const MAX_TAGS_LENGTH = 8 * 1024;
const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e]*"$/;

function resolveDate(
  options: Readonly<Record<string, unknown>>,
  option: string,
  name: string,
): readonly HttpField[] {
  const given = options[option];
  if (given === undefined) return [];
  const time = new Date(typeof given === "string" || given instanceof Date ? given : Number.NaN);
  const year = time.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw badOption(option, "a date");
  return [[name, formatDate(time)]];
}

/** Options from a command line are strings. */
function resolveFlag(options: Readonly<Record<string, unknown>>, name: string): boolean {
  const given = options[name] ?? false;
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw badOption(name, "true or false");
}

function resolveLength(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const length = typeof given === "string" ? parseNumber(given) : given;
  if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0)
    throw badOption("length", "a number of bytes");
  return length;
}

function resolveCallback(given: unknown): HttpSettings["onResponse"] {
  if (given === undefined || typeof given === "function") return given as HttpSettings["onResponse"];
  throw badOption("onResponse", "a function");
}

/** token = 1*tchar   (RFC 9110 §5.6.2) */
function isToken(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

const MAX_NAME_LENGTH = 256;

/** Checks for visible ASCII with inner spaces and tabs, which every server reads alike (RFC 9110 §5.5). */
function isFieldValue(text: string): boolean {
  return /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(text);
}

function badOption(name: string, expected: string): AccessError {
  return new AccessError("bad-option", `invalid option ${name}: expected ${expected}`);
}
