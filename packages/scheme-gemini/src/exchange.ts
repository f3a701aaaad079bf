import { AccessError, type Limits, octetsOf, type Url } from "@anyurl/core";
import { type Exchange, Inbox, readText, type SendStep } from "@anyurl/core/exchange";
import { type Header, parseHeader, shorten } from "./status.ts";

/** Bytes of a URL, and of a header without its line end: status, space, and at most 1024 bytes. */
const MAX_URL = 1024;
const MAX_HEADER = 1027;

/**
 * Returns the request for a URL: without its fragment, which is never sent.
 *
 * @param isSecret the query is masked in transcripts.
 * @throws {AccessError} too-long: more than 1024 bytes.
 */
export function createRequest(
  url: Url,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): SendStep {
  const { href, offsets } = url.with({ fragment: undefined });
  const octets = octetsOf(`${href}\r\n`);
  if (octets.length > MAX_URL + 2)
    throw new AccessError(
      "too-long",
      `the URL exceeds the limit of ${MAX_URL} bytes of Gemini; nothing was sent`,
    );
  // A URL is ASCII, so its offsets are those of its bytes.
  const secret = isSecret && url.query !== undefined && ([offsets.pathEnd + 1, octets.length - 2] as const);
  return { do: "send", octets, cite: "Gemini, Requests", ...(secret && { secret }) };
}

/**
 * Sends a request, and emits the header of the response and then the body, which ends with the connection.
 *
 * @throws {AccessError} protocol-error: not a header; truncated: no header; too-large: a header of more than 1027 bytes.
 */
export function* transact(
  request: SendStep,
  limits: Limits,
): Exchange<Header | Uint8Array, true | "unknown"> {
  yield request;
  const inbox = new Inbox();
  const line = yield* readText(inbox, { maxLine: Math.min(limits.maxLine, MAX_HEADER) });
  if (line === undefined)
    throw new AccessError("truncated", "the server closed the connection before its response", {
      retryable: true,
    });
  const header = parseHeader(line);
  if (header === undefined)
    throw new AccessError("protocol-error", "not a response of a Gemini server", { reply: shorten(line) });
  yield { do: "emit", event: header };
  if (header.status < 20 || header.status > 29) return true;
  if (inbox.size > 0) yield { do: "emit", event: inbox.take() };
  for (;;) {
    const received = yield { do: "receive", phase: "body", onLoan: true };
    if (received === undefined) return "unknown";
    yield { do: "emit", event: received };
  }
}
