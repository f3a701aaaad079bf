import { asciiLowerCase } from "@anyurl/core";

/** A header field of the message that a mailto URL drafts (RFC 6068 §2), decoded. */
export interface HField {
  /** As written; case-insensitive. */
  readonly hfname: string;
  /** For "body", with CR LF at line ends. */
  readonly hfvalue: string;
}

/** The parts of a mailto URL, as far as they are read here. */
interface HFields {
  readonly hfields: readonly HField[];
}

/** Returns the value of the first header field of this name, in any case; `undefined` without one. */
export function mailtoField({ hfields }: HFields, name: string): string | undefined {
  const wanted = asciiLowerCase(name);
  return hfields.find(({ hfname }) => asciiLowerCase(hfname) === wanted)?.hfvalue;
}

/** Returns the values of all header fields of this name, in any case, in their order. */
export function mailtoFields({ hfields }: HFields, name: string): readonly string[] {
  const wanted = asciiLowerCase(name);
  return hfields.filter(({ hfname }) => asciiLowerCase(hfname) === wanted).map(({ hfvalue }) => hfvalue);
}

/**
 * Checks field-name = 1*ftext: printable ASCII except ":" (RFC 5322 §3.6.8). Accepts any value, because callers without
 * types can pass anything.
 */
export function isFieldName(name: unknown): boolean {
  return typeof name === "string" && /^[!-9;-~]+$/.test(name);
}

/** A header field that a URL may set. */
export interface AcceptedField {
  readonly spelling: string;
  /** It "can only be used once in a message" (RFC 6068 §2), and two cannot be merged, so the first one is used. */
  readonly once: boolean;
}

/**
 * Fields that an untrusted URL may set, by name in lower case, in the order of the message. "Only a limited set of
 * header fields … are believed to be both safe and useful" (RFC 6068 §4).
 */
export const ACCEPTED_FIELDS: ReadonlyMap<string, AcceptedField> = new Map(
  ["To", "Cc", "Bcc", "In-Reply-To", "References", "Subject", "Comments", "Keywords", "Body"].map(
    (spelling) => [spelling.toLowerCase(), { spelling, once: /^(?:In|Ref|Sub)/.test(spelling) }],
  ),
);

/**
 * Converts each line break to CR LF: "Line breaks in the body of a message MUST be encoded with %0D%0A" (RFC 6068 §5).
 */
export function normalizeLineBreaks(body: string): string {
  return body.replace(/\r\n?|\n/g, "\r\n");
}

/** Returns whether a raw value can have a problem, and needs the full check: few values do. */
export function needsCheck(raw: string, isBody: boolean): boolean {
  return (isBody ? UNUSUAL_IN_BODY : UNUSUAL).test(raw);
}

/** An escape of a control character or of a non-ASCII byte: "%20" to "%7E" are printable. */
const UNUSUAL = /%(?![2-6]|7[^Ff])/;
/** Such an escape, except for a line break. */
const UNUSUAL_IN_BODY = /%(?![2-6]|7[^Ff]|0D%0A|(?<=%0D%)0A)/;

/** Returns whether the value has a control character that is not allowed in a field, or in a body. */
export function hasControl(value: string, isBody: boolean): boolean {
  return (isBody ? /[\0-\x08\v\f\x0e-\x1f\x7f]/ : /[\0-\x08\n-\x1f\x7f]/).test(value);
}

/** Returns a pattern for the escapes of such controls, for `matchAll`. */
export function createControlPattern(isBody: boolean): RegExp {
  return isBody ? /%(?:0[0-8BCEF]|1.|7F)/gi : /%(?:0[0-8A-F]|1.|7F)/gi;
}
