import { AccessError, displayText } from "@anyurl/core";
import { findMeaning, type Meaning, type Meanings } from "@anyurl/core/exchange";

/** The first line of a response, such as "20 text/gemini". */
export interface Header {
  readonly status: number;
  /** By the status: a question, a media type, a URL, or a reason. Not trusted. */
  readonly meta: string;
}

/** header = status [ SP meta ] CRLF. Returns `undefined` if the line is not a header. */
export function parseHeader(line: string): Header | undefined {
  const [, status, meta = ""] = /^([1-6][0-9])(?:[ \t]+([^\0-\x08\x0a-\x1f\x7f]*))?$/.exec(line) ?? [];
  return status === undefined ? undefined : { status: Number(status), meta: meta.trim() };
}

/** The media type of a success (20 to 29); `undefined` if it is not valid. */
export function readMediaType({ meta }: Header): string | undefined {
  if (meta === "") return "text/gemini; charset=utf-8";
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+[ \t]*(?:;[\x20-\x7e\t]*)?$/.test(meta) ? meta : undefined;
}

/** Creates the error of a status that is neither a success nor a redirect. */
export function toError(header: Header): AccessError {
  const { status, meta } = header;
  const { code, message, hint, retryable } = findMeaning({ code: status, text: meta }, BY_STATUS);
  // "44": the seconds to wait.
  const retryAfter = status === 44 && /^[0-9]{1,6}$/.test(meta) ? Number(meta) * 1000 : undefined;
  return new AccessError(code, message, {
    ...{ reply: shorten(meta), replyCode: status, hint, retryable, retryAfter },
  });
}

/** Shortens a text of a server for an error. */
export function shorten(text: string): string {
  return displayText(text).slice(0, 500);
}

const QUESTION = 'run "search" with the answer, or write it after "?" in the URL';
const CERTIFICATE =
  "set a client certificate: the gemini option certificates, or tls.cert and tls.key of the client";

const INPUT: Meaning = { code: "input-required", message: "the server asks a question", hint: QUESTION };
const TEMPORARY: Meaning = {
  code: "temporarily-unavailable",
  message: "the server reports a temporary failure",
};
const FAILED: Meaning = { code: "protocol-error", message: "the server reports a failure" };
const LOGIN: Meaning = {
  code: "auth-required",
  message: "the server requires a client certificate",
  hint: CERTIFICATE,
};

/** A row for tens, because only the first digit has to be understood, and rows for those with a meaning of their own. */
const BY_STATUS: Meanings = Object.fromEntries([
  ...rows(10, INPUT),
  [11, { code: "input-required", message: "the server asks for a secret", hint: QUESTION }],
  ...rows(40, TEMPORARY),
  [41, { code: "busy", message: "the server is overloaded, or in maintenance" }],
  [44, { code: "temporarily-unavailable", message: "the server asks to wait" }],
  ...rows(50, FAILED),
  [51, { code: "not-found", message: "the server has no such resource" }],
  [52, { code: "not-found", message: "the resource is gone" }],
  [53, { code: "redirect-refused", message: "the server does not serve this host" }],
  [59, { code: "protocol-error", message: "the server rejected the request" }],
  ...rows(60, LOGIN),
  [61, { code: "permission-denied", message: "the client certificate is not authorized", hint: CERTIFICATE }],
  [62, { code: "auth-failed", message: "the client certificate is not valid", hint: CERTIFICATE }],
] satisfies readonly (readonly [number, Meaning])[]);

function rows(first: number, meaning: Meaning): readonly (readonly [number, Meaning])[] {
  return Array.from({ length: 10 }, (_, i) => [first + i, meaning]);
}
