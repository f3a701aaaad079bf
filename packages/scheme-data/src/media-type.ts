import { asciiLowerCase } from "@anyurl/core";

/** A parameter of a media type (RFC 2045 §5.1), decoded. */
export interface DataParameter {
  /** In lower case, for example "charset". */
  readonly attribute: string;
  /** Without the quotes of a quoted-string. */
  readonly value: string;
}

export interface DataMediaType {
  /** In lower case, for example "text/plain". */
  readonly type: string;
  /** In order. Of several with one attribute, the first one counts. */
  readonly parameters: readonly DataParameter[];
}

export const TEXT_PLAIN = "text/plain";

/** "If <mediatype> is omitted, it defaults to text/plain;charset=US-ASCII." (RFC 2397 §2) */
export const DEFAULT_PARAMETERS: readonly DataParameter[] = [{ attribute: "charset", value: "US-ASCII" }];

const TOKEN = "[!#$%&'*+\\-.^_`{|}~0-9A-Za-z]+";
const TOKEN_PATTERN = new RegExp(`^${TOKEN}$`);
const TYPE_PATTERN = new RegExp(`^${TOKEN}/${TOKEN}$`);
/** What a quoted-string of a header field can contain. */
const QUOTABLE = /^[\t -~]*$/;

/** Is it a type and a subtype (RFC 2045 §5.1)? */
export function isMediaType(type: string): boolean {
  return TYPE_PATTERN.test(type);
}

/** Can the parameter be part of a header field? */
export function isHeaderParameter({ attribute, value }: DataParameter): boolean {
  return TOKEN_PATTERN.test(attribute) && QUOTABLE.test(value);
}

export function isDefault({ type, parameters }: DataMediaType): boolean {
  const [first, ...more] = parameters;
  if (type !== TEXT_PLAIN || first === undefined || more.length > 0) return false;
  return first.attribute === "charset" && asciiLowerCase(first.value) === "us-ascii";
}

/**
 * Formats a media type for a Content-Type field. A type without a subtype is ignored, with its parameters, as browsers
 * do: the result is "text/plain;charset=US-ASCII". A parameter that a header field cannot contain is left out, and so is
 * a second one with the same attribute.
 */
export function formatMediaType({ type, parameters }: DataMediaType): string {
  if (!isMediaType(type)) return formatMediaType({ type: TEXT_PLAIN, parameters: DEFAULT_PARAMETERS });
  const values = new Map<string, string>();
  for (const each of parameters) {
    if (isHeaderParameter(each) && !values.has(each.attribute)) values.set(each.attribute, each.value);
  }
  return [type, ...Array.from(values, ([attribute, value]) => `${attribute}=${formatValue(value)}`)].join(
    ";",
  );
}

function formatValue(value: string): string {
  return TOKEN_PATTERN.test(value) ? value : quote(value);
}

/** quoted-string (RFC 822 §3.3) */
export function quote(value: string): string {
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** Returns the value of a quoted-string, or another text unchanged. */
export function unquote(text: string): string {
  return /^"(?:[^"\\]|\\.)*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, "$1") : text;
}
