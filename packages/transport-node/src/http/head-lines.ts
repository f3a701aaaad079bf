import { AccessError, asciiLowerCase } from "@anyurl/core";
import type { HttpField, HttpFraming } from "@anyurl/core/exchange";
import type { ResponseHead } from "./response-head.ts";

/** The head of a response, parsed from its lines. */
export interface ReadHead extends ResponseHead {
  /** Another response follows (RFC 9110 §15.2). */
  readonly interim: boolean;
  /** The connection is closed after it, because another reader may see another end (RFC 9112 §6.1, §6.3). */
  readonly isLast: boolean;
}

/**
 * Parses the lines of a head: the status line and the fields. If there is a length and a transfer coding, the coding
 * counts and the length is removed (RFC 9112 §6.3). A repeated equal length counts once.
 *
 * @throws {AccessError} protocol-error
 */
export function parseHead([statusLine = "", ...lines]: readonly string[], method: string): ReadHead {
  const { status, reason } = statusOf(statusLine);
  const fields = lines.map(fieldOf);
  const interim = status < 200;
  // The request did not ask for another protocol (RFC 9110 §7.8).
  if (status === 101) throw fault("the server switched to a protocol that was not requested");
  const codings = transferCodings(fields);
  const length = contentLengthOf(fields);
  const rest = fields.filter(([name]) => name !== "content-length");
  const hasContent = !interim && method !== "HEAD" && status !== 204 && status !== 304;
  return {
    status,
    reason,
    interim,
    isLast: codings !== undefined && (length !== undefined || statusLine.startsWith("HTTP/1.0")),
    fields: codings !== undefined || length === undefined ? rest : [...rest, ["content-length", length]],
    framing: hasContent ? framingOf(codings, length) : "length",
  };
}

/** Returns whether a response may begin with this text. */
export function looksLikeHttp(text: string): boolean {
  return "HTTP/1.".startsWith(text) || text.startsWith("HTTP/1.");
}

/** status-line = HTTP-version SP status-code SP [ reason-phrase ]   (RFC 9112 §4); the last SP may be missing. */
function statusOf(line: string): { readonly status: number; readonly reason: string } {
  const match = /^HTTP\/1\.[01] ([1-5][0-9]{2})(?: ([^\0\r\n]*))?$/.exec(line);
  if (match === null) throw notHttp();
  return { status: Number(match[1]), reason: match[2] ?? "" };
}

/**
 * field-line = field-name ":" OWS field-value OWS   (RFC 9112 §5)
 *
 * White space before the colon, folded lines (§5.2), CR, and NUL are not allowed. Other control characters are kept,
 * because nothing here acts on them (RFC 9110 §5.5).
 */
function fieldOf(line: string): HttpField {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0\r\n]*)$/.exec(line);
  if (match === null) throw fault("invalid field line in the response head");
  return [asciiLowerCase(match[1]!), withoutOws(match[2]!)];
}

function withoutOws(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isOws(text[from])) from++;
  while (to > from && isOws(text[to - 1])) to--;
  return text.slice(from, to);
}

function isOws(char: string | undefined): boolean {
  return char === " " || char === "\t";
}

/** Content-Length = 1*DIGIT, the same value in each repetition (RFC 9110 §8.6); `undefined` without the field. */
function contentLengthOf(fields: readonly HttpField[]): string | undefined {
  const values = new Set(
    fields.flatMap(([name, value]) => (name === "content-length" ? value.split(",").map(withoutOws) : [])),
  );
  if (values.size === 0) return undefined;
  const [value = ""] = values;
  const isOne = values.size === 1 && /^[0-9]{1,16}$/.test(value) && Number.isSafeInteger(Number(value));
  if (!isOne) throw fault("the Content-Length of the response is invalid or ambiguous");
  return String(Number(value));
}

/** Transfer-Encoding = #transfer-coding   (RFC 9112 §6.1); `undefined` without the field. */
function transferCodings(fields: readonly HttpField[]): readonly string[] | undefined {
  const values = fields.filter(([name]) => name === "transfer-encoding").map(([, value]) => value);
  if (values.length === 0) return undefined;
  return values
    .flatMap((value) => value.split(","))
    .map(withoutOws)
    .filter((coding) => coding !== "");
}

/**
 * Returns how the content ends (RFC 9112 §6.3). A request without TE allows only one transfer coding: chunked (§7.4).
 */
function framingOf(codings: readonly string[] | undefined, length: string | undefined): HttpFraming {
  if (codings === undefined) return length === undefined ? "close" : "length";
  if (codings.length === 1 && asciiLowerCase(codings[0]!) === "chunked") return "chunked";
  throw fault("unsupported transfer coding in the response: expected only chunked");
}

export function notHttp(): AccessError {
  return new AccessError("protocol-error", "the server did not send an HTTP/1 response", {
    hint: "check whether the port belongs to another service or expects TLS",
  });
}

function fault(message: string): AccessError {
  return new AccessError("protocol-error", message);
}
