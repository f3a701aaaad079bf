/** A header field of the message that a mailto URL drafts (RFC 6068 §2), decoded. */
export interface HField {
  /** As written; case means nothing. */
  readonly hfname: string;
  /** Of "body" the lines end in CR LF. */
  readonly hfvalue: string;
}

/** field-name = 1*ftext: printable ASCII but ":" (RFC 5322 §3.6.8). What a caller without types hands over may be anything. */
export function isFieldName(name: unknown): boolean {
  return typeof name === "string" && /^[!-9;-~]+$/.test(name);
}

/** A header field that a URL may give a message. */
export interface AcceptedField {
  readonly spelling: string;
  /** It "can only be used once in a message" (RFC 6068 §2), and two cannot be put together: the first counts. */
  readonly once: boolean;
}

/**
 * What a stranger's URL may put into a message, by its name in lower case, in the order of the message. "Only a limited
 * set of header fields … are believed to be both safe and useful" (RFC 6068 §4).
 */
export const ACCEPTED: ReadonlyMap<string, AcceptedField> = new Map(
  ["To", "Cc", "Bcc", "In-Reply-To", "References", "Subject", "Comments", "Keywords", "Body"].map(
    (spelling) => [spelling.toLowerCase(), { spelling, once: /^(?:In|Ref|Sub)/.test(spelling) }],
  ),
);

/** Each line break as CR LF: "Line breaks in the body of a message MUST be encoded with %0D%0A" (RFC 6068 §5). */
export function withLineBreaks(body: string): string {
  return body.replace(/\r\n?|\n/g, "\r\n");
}

/**
 * Does a raw value ask for a second look: has it an escape of a control, but for the line breaks of a body, or of an octet
 * beyond ASCII?
 */
export function isSuspect(raw: string, isBody: boolean): boolean {
  for (let i = raw.indexOf("%"); i >= 0; i = raw.indexOf("%", i + 3)) {
    const high = raw.charCodeAt(i + 1);
    // "%20" to "%7E" are printable.
    if (high > 0x31 && high < 0x38 && !raw.startsWith("7F", i + 1) && !raw.startsWith("7f", i + 1)) continue;
    if (!isBody || !raw.startsWith("%0D%0A", i)) return true;
    i += 3;
  }
  return false;
}

/** Is there a control in the value that no field of a message holds, or no body? */
export function hasControl(value: string, isBody: boolean): boolean {
  return (isBody ? /[\0-\x08\v\f\x0e-\x1f\x7f]/ : /[\0-\x08\n-\x1f\x7f]/).test(value);
}

/** The escapes of such controls, for `matchAll`. */
export function controlEscapes(isBody: boolean): RegExp {
  return isBody ? /%(?:0[0-8BCEF]|1.|7F)/gi : /%(?:0[0-8A-F]|1.|7F)/gi;
}
