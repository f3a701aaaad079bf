import { AccessError, type Limits, type RequestMessage, type ResponseMessage } from "@anyurl/core";
import type { Context as AnyContext, HttpField } from "@anyurl/core/exchange";
import { contentCodings, decodeContent } from "./codings.ts";
import { describeContent, parseContentLength } from "./entity.ts";
import { isFieldValue, isToken, RESERVED_FIELDS, type ResolvedHttpOptions } from "./options.ts";
import { describeResult, type HttpResult, sendRequest } from "./send-request.ts";
import { toSettings } from "./settings.ts";
import { isSupported, supportedCodings } from "./supported-codings.ts";
import type { HttpUrl } from "./syntax.ts";

type Context = AnyContext<ResolvedHttpOptions>;

/**
 * Sends a request with any method, and returns the final response with any status (RFC 9110 §3.4). Redirects are followed
 * as the Fetch standard says, also to other servers: the method and the body stay after 307 and 308, and the credentials
 * do not. Of a login that is impossible, the response with the status 401 remains.
 *
 * @throws {AccessError} bad-argument: an invalid method or field; redirect-refused, too-many-redirects, and what the
 *   context throws.
 */
export async function request(
  url: HttpUrl,
  context: Context,
  { method = "GET", fields = [], body }: RequestMessage,
): Promise<ResponseMessage> {
  checkMessage(method, fields, body !== undefined);
  const settings = toSettings(context.options);
  const state = { method, isMessage: true, message: withCoding(fields), ...(body !== undefined && { body }) };
  const result = await sendRequest(url, state, context, settings);
  return toResponse(result, context.limits, context.now());
}

/** Codings that are not decoded when they arrive are not requested, also of a part (RFC 9110 §14.2). */
function withCoding(fields: readonly HttpField[]): readonly HttpField[] {
  const has = (wanted: string) => fields.some(([name]) => name === wanted);
  if (has("accept-encoding")) return fields;
  return [...fields, ["accept-encoding", has("range") ? "identity" : supportedCodings().join(", ")]];
}

/** Fields that a message may set, because the response is returned unchanged. */
const ALLOWED_FIELDS: ReadonlySet<string> = new Set(["accept-encoding"]);

function checkMessage(method: string, fields: readonly HttpField[], hasBody: boolean): void {
  if (!isToken(method)) throw argumentError("invalid method", "use a token, such as PATCH");
  // A response to these is not one in the usual sense (RFC 9110 §9.3.6, §9.3.8).
  if (/^(?:connect|trace|track)$/i.test(method))
    throw argumentError(`unsupported method ${method}`, "use another method");
  if (hasBody && (method === "GET" || method === "HEAD"))
    throw argumentError(`a ${method} request has no body`, "use POST, or remove the body");
  for (const [name, value] of fields) {
    if (!isToken(name)) throw argumentError("invalid name of a field", "use a token");
    if (RESERVED_FIELDS.has(name) && !ALLOWED_FIELDS.has(name))
      throw argumentError(`the field ${name} is set automatically`, "remove it");
    if (!isMessageValue(value))
      throw argumentError(`invalid value of the field ${name}`, "use visible ASCII, or single bytes");
  }
}

/** Field values of a message may have bytes beyond ASCII, as the Fetch standard allows (RFC 9110 §5.5, obs-text). */
function isMessageValue(value: string): boolean {
  return isFieldValue(value.replace(/[\udc80-\udcff]/g, "x"));
}

function toResponse(result: HttpResult, limits: Limits, now: number): ResponseMessage {
  const { response, method } = result;
  const { reason, framing, body, trailers } = response;
  const { status } = response;
  const hasContent = method !== "HEAD" && !NO_CONTENT.has(status);
  const codings = contentCodings(response);
  // Without a decoder the bytes are returned unchanged, and the field says so.
  const decoded = hasContent && codings.length > 0 && codings.every(isSupported);
  const size = hasContent && codings.length === 0 ? parseContentLength(response) : undefined;
  return {
    ...describeContent(response, now),
    ...(size !== undefined && { size }),
    ...describeResult(result),
    ...{ reason, framing, decoded },
    body: decoded ? decodeContent(body, codings, limits) : body,
    ...(trailers && { trailers }),
  };
}

/** Statuses whose responses have no content, besides 1xx (RFC 9110 §6.4.1). */
const NO_CONTENT: ReadonlySet<number> = new Set([204, 304]);

function argumentError(message: string, hint: string): AccessError {
  return new AccessError("bad-argument", message, { hint });
}
