import { AccessError, asciiLowerCase } from "@anyurl/core";
import type { HttpField, HttpFraming } from "@anyurl/core/exchange";
import type { ResponseHead } from "./response-head.ts";

/** The head of a response, by its lines. */
export interface ReadHead extends ResponseHead {
  /** Another one follows (RFC 9110 §15.2). */
  readonly interim: boolean;
  /** The connection is closed after it, for another reader may see another end (RFC 9112 §6.1, §6.3). */
  readonly isLast: boolean;
}

/**
 * Reads the lines of a head: the status line, and the fields. Of a length beside a transfer coding the coding counts, and
 * the length is left out (RFC 9112 §6.3); a length that is repeated is one.
 *
 * @throws {AccessError} protocol-error
 */
export function parseHead([statusLine = "", ...lines]: readonly string[], method: string): ReadHead {
  const { status, reason } = statusOf(statusLine);
  const fields = lines.map(fieldOf);
  const interim = status < 200;
  // Nobody has asked for another protocol (RFC 9110 §7.8).
  if (status === 101) throw fault("the server changes to a protocol that nobody has asked for");
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

/** May a response begin so? */
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
 * No white space before the colon, no line that goes on in the next one (§5.2), no CR and no NUL. Other control characters
 * are kept, for nothing here acts on them (RFC 9110 §5.5).
 */
function fieldOf(line: string): HttpField {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\0\r\n]*)$/.exec(line);
  if (match === null) throw fault("a line in the head of the response is no field");
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

/** Content-Length = 1*DIGIT, one value however often it is said (RFC 9110 §8.6); `undefined` where there is none. */
function contentLengthOf(fields: readonly HttpField[]): string | undefined {
  const values = new Set(
    fields.flatMap(([name, value]) => (name === "content-length" ? value.split(",").map(withoutOws) : [])),
  );
  if (values.size === 0) return undefined;
  const [value = ""] = values;
  const isOne = values.size === 1 && /^[0-9]{1,16}$/.test(value) && Number.isSafeInteger(Number(value));
  if (!isOne) throw fault("the response has no length, or two");
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

/** How the content ends (RFC 9112 §6.3). Of the transfer codings a request without TE allows one: chunked (§7.4). */
function framingOf(codings: readonly string[] | undefined, length: string | undefined): HttpFraming {
  if (codings === undefined) return length === undefined ? "close" : "length";
  if (codings.length === 1 && asciiLowerCase(codings[0]!) === "chunked") return "chunked";
  throw fault("the response has another transfer coding than one chunked");
}

export function notHttp(): AccessError {
  return new AccessError("protocol-error", "what the server says is no response of HTTP/1", {
    hint: "is it another service, or one that speaks TLS?",
  });
}

function fault(message: string): AccessError {
  return new AccessError("protocol-error", message);
}
