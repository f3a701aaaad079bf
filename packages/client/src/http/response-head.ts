import { AccessError, asciiLowerCase } from "@anyurl/core";
import type { HttpField, HttpFraming, HttpResponse } from "@anyurl/core/exchange";

/** The head of a response, parsed from its lines. */
export interface ResponseHead extends Pick<HttpResponse, "status" | "reason" | "fields"> {
  /** How the content ends. */
  readonly framing: Exclude<HttpFraming, "close-notify">;
  /** The size of the content in bytes if its framing is "length"; otherwise 0. */
  readonly length: number;
  /** Another response follows (RFC 9110 §15.2). */
  readonly interim: boolean;
  /** May another request follow on the connection (RFC 9112 §9.3)? */
  readonly isPersistent: boolean;
}

/**
 * Parses the lines of a head: the status line and the fields. If there is a length and a transfer coding, the coding
 * counts and the length is removed (RFC 9112 §6.3). A repeated equal length counts once.
 *
 * @throws {AccessError} protocol-error
 */
export function parseHead([statusLine = "", ...lines]: readonly string[], method: string): ResponseHead {
  const { version, status, reason } = parseStatusLine(statusLine);
  const fields = lines.map(parseField);
  const interim = status < 200;
  // The request did not ask for another protocol (RFC 9110 §7.8).
  if (status === 101) throw headError("the server switched to a protocol that was not requested");
  const codings = parseList(fields, "transfer-encoding");
  const length = parseContentLength(fields);
  const hasContent = !interim && method !== "HEAD" && status !== 204 && status !== 304;
  const framing = hasContent ? decideFraming(codings, length) : "length";
  // Another reader of the same bytes may see another end (RFC 9112 §6.1, §6.3).
  const isAmbiguous = codings !== undefined && (length !== undefined || version === "1.0");
  return {
    status,
    reason,
    interim,
    fields:
      length === undefined ? fields : withContentLength(fields, codings === undefined ? length : undefined),
    framing,
    length: hasContent && framing === "length" ? length! : 0,
    isPersistent: !isAmbiguous && framing !== "close" && isKeptOpen(version, fields),
  };
}

/** Returns whether a response may begin with this text. */
export function looksLikeHttp(text: string): boolean {
  return "HTTP/1.".startsWith(text) || text.startsWith("HTTP/1.");
}

/**
 * status-line = HTTP-version SP status-code SP [ reason-phrase ]   (RFC 9112 §4); the last SP may be missing. A status from
 * 600 on is invalid, but some servers send one, which counts as an error of the server (RFC 9110 §15).
 */
function parseStatusLine(line: string): {
  readonly version: string;
  readonly status: number;
  readonly reason: string;
} {
  const match = /^HTTP\/(1\.[01]) ([1-9][0-9]{2})(?: ([^\0\r\n]*))?$/.exec(line);
  if (match === null) throw notHttpError();
  return { version: match[1]!, status: Number(match[2]), reason: match[3] ?? "" };
}

/**
 * field-line = field-name ":" OWS field-value OWS   (RFC 9112 §5)
 *
 * White space before the colon, folded lines (§5.2), CR, and NUL are not allowed. Other control characters are kept,
 * because nothing here acts on them (RFC 9110 §5.5).
 */
export function parseField(line: string): HttpField {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\0\r\n]*$/.test(line))
    throw headError("invalid field line in the response");
  const colon = line.indexOf(":");
  return [asciiLowerCase(line.slice(0, colon)), trimOws(line.slice(colon + 1))];
}

/** Removes OWS = *( SP / HTAB ) around a text   (RFC 9110 §5.6.3). */
export function trimOws(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isOws(text.charCodeAt(from))) from++;
  while (to > from && isOws(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isOws(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Returns the elements of a list from all fields of this name; `undefined` without the field (RFC 9110 §5.6.1). */
function parseList(fields: readonly HttpField[], name: string): readonly string[] | undefined {
  let list: string[] | undefined;
  for (const [each, value] of fields) {
    if (each !== name) continue;
    list ??= [];
    for (const each of value.split(",")) {
      const element = asciiLowerCase(trimOws(each));
      if (element !== "") list.push(element);
    }
  }
  return list;
}

/** Content-Length = 1*DIGIT, the same value in each repetition (RFC 9110 §8.6); `undefined` without the field. */
function parseContentLength(fields: readonly HttpField[]): number | undefined {
  let length: number | undefined;
  for (const [name, value] of fields) {
    if (name !== "content-length") continue;
    for (const each of value.split(",")) {
      const digits = trimOws(each);
      const size = /^[0-9]{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
      if (!Number.isSafeInteger(size) || (length !== undefined && length !== size))
        throw headError("the Content-Length of the response is invalid or ambiguous");
      length = size;
    }
  }
  return length;
}

/** Moves the length to the end, as one field, or removes it. */
function withContentLength(fields: readonly HttpField[], length: number | undefined): readonly HttpField[] {
  const rest = fields.filter(([name]) => name !== "content-length");
  return length === undefined ? rest : [...rest, ["content-length", String(length)]];
}

/**
 * Returns how the content ends (RFC 9112 §6.3). A request without TE allows only one transfer coding: chunked (§7.4).
 */
function decideFraming(
  codings: readonly string[] | undefined,
  length: number | undefined,
): ResponseHead["framing"] {
  if (codings === undefined) return length === undefined ? "close" : "length";
  if (codings.length === 1 && codings[0] === "chunked") return "chunked";
  throw headError("unsupported transfer coding in the response: expected only chunked");
}

/** Returns whether the server keeps the connection open after the response (RFC 9112 §9.3). */
function isKeptOpen(version: string, fields: readonly HttpField[]): boolean {
  const options = parseList(fields, "connection") ?? [];
  if (options.includes("close")) return false;
  return version === "1.1" || options.includes("keep-alive");
}

export function notHttpError(): AccessError {
  return new AccessError("protocol-error", "the server did not send an HTTP/1 response", {
    hint: "check whether the port belongs to another service or expects TLS",
  });
}

function headError(message: string): AccessError {
  return new AccessError("protocol-error", message);
}
