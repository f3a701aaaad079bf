import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import { type Exchange, Inbox, readText } from "@anyurl/core/exchange";

/** The first line of a response, such as "20 text/gemini". */
export interface Header {
  readonly status: number;
  /** By the status: a media type, a question, a URL, or a reason. */
  readonly meta: string;
}

/** Bytes of a URL, and of a header line without its end. */
const MAX_URL = 1024;
const MAX_HEADER = 1027;

/**
 * Sends a URL, and emits the header and then the body, which ends with the connection.
 *
 * @param isSecret the query is the answer to a question for a secret.
 * @throws {AccessError} too-long, protocol-error, truncated.
 */
export function* request(
  url: string,
  limits: Limits,
  isSecret = false,
): Exchange<Header | Uint8Array, boolean | "unknown"> {
  const octets = octetsOf(`${url}\r\n`);
  if (octets.length > MAX_URL + 2)
    throw new AccessError("too-long", `a gemini URL has at most ${MAX_URL} bytes; nothing was sent`);
  const query = octets.indexOf("?".charCodeAt(0)) + 1;
  const cite = "Gemini, Requests";
  yield { do: "send", octets, cite, ...(isSecret && { secret: [query, octets.length - 2] as const }) };
  const inbox = new Inbox();
  const text = yield* readText(inbox, { maxLine: Math.min(limits.maxLine, MAX_HEADER) });
  if (text === undefined)
    throw new AccessError("truncated", "the server closed the connection before its response", {
      retryable: true,
    });
  const [, status, meta = ""] = /^([1-6][0-9])(?: ([^\0-\x1f\x7f]*))?$/.exec(text) ?? [];
  if (status === undefined)
    throw new AccessError("protocol-error", "the server sent no gemini header", { reply: text });
  yield { do: "emit", event: { status: Number(status), meta } };
  if (!status.startsWith("2")) return true;
  if (inbox.size > 0) yield { do: "emit", event: inbox.take() };
  for (;;) {
    const received = yield { do: "receive", phase: "body", onLoan: true };
    if (received === undefined) return "unknown";
    yield { do: "emit", event: received };
  }
}

/** The error of a status that is not a success and not a redirect (Gemini, Status codes). */
export function statusError({ status, meta }: Header): AccessError {
  const init = { reply: meta, replyCode: status };
  const [code, message, hint] = MEANINGS.get(status) ?? MEANINGS.get(Math.trunc(status / 10) * 10)!;
  const seconds =
    status === 44 && /^[0-9]{1,6}$/.test(meta) ? { retryAfter: Number(meta) * 1000 } : undefined;
  return new AccessError(code, message, { ...init, ...seconds, hint });
}

const CERTIFICATE = "set the client certificate: tls.cert and tls.key";

const MEANINGS: ReadonlyMap<
  number,
  readonly [code: ConstructorParameters<typeof AccessError>[0], message: string, hint?: string]
> = new Map([
  [
    10,
    ["x-input-required", "the server asks a question", "search the URL for the answer, or append it after ?"],
  ],
  [40, ["temporarily-unavailable", "the server reports a temporary failure"]],
  [41, ["busy", "the server is overloaded or in maintenance"]],
  [50, ["not-found", "the server has no such resource"]],
  [53, ["redirect-refused", "the server does not serve this host"]],
  [59, ["protocol-error", "the server rejected the request"]],
  [60, ["auth-required", "the server requires a client certificate", CERTIFICATE]],
  [61, ["permission-denied", "the client certificate is not authorized", CERTIFICATE]],
  [62, ["auth-failed", "the client certificate is not valid", CERTIFICATE]],
]);
