import { octetsOf } from "@anyurl/core";
import { toByteStream } from "../body/byte-stream.ts";
import type { RequestResult } from "../body/response.ts";
import type { CallOptions } from "../call/call-options.ts";
import { type HttpFetchRequest, toPlatformError } from "./http-request.ts";
import { checkIntegrity } from "./integrity.ts";
import type { FetchOperations } from "./task.ts";

/** How errors reach the caller: as the platform's `fetch` does, or as the client's. */
export type ErrorStyle = "platform" | "client";

/** Forwards a request to the HTTP server of its URL, and returns the server's response, with any status. */
export async function fetchHttp(
  client: FetchOperations,
  request: HttpFetchRequest,
  call: CallOptions | undefined,
  style: ErrorStyle,
): Promise<Response> {
  const { text, method, fields, body, redirect, integrity, signal } = request;
  const options = { ...call?.options, redirect };
  const result: RequestResult = await client.request(
    text,
    { method, fields, ...(body !== undefined && { body }) },
    { ...call, options, ...(signal !== undefined && { signal }) },
  );
  const isEmpty = method === "HEAD" || NULL_BODY.has(result.status);
  if (isEmpty) await result.body.cancel().catch(() => {});
  if (isEmpty) return createResponse(result, null);
  if (integrity === "")
    return createResponse(result, style === "client" ? result.body : toStream(result, signal));
  const bytes = (await result.bytes()) as Uint8Array<ArrayBuffer>;
  await checkIntegrity(bytes, integrity);
  return createResponse(result, bytes);
}

/** Statuses whose responses have no content (Fetch, "null body status"). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Header fields of the connection and the framing, which describe no content. */
const OWN: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate", "http2-settings"],
]);

/** Returns the body as a stream that fails with the errors of the platform. */
function toStream(result: RequestResult, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const chunks = result.chunks();
  return toByteStream({
    async read() {
      try {
        const next = await chunks.next();
        return next.done === true ? undefined : next.value;
      } catch (error) {
        throw signal?.aborted === true ? signal.reason : toPlatformError(error, "terminated");
      }
    },
    cancel: async () => {
      await chunks.return();
    },
  });
}

function createResponse(
  result: RequestResult,
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null,
): Response {
  const { status, reason, finalUrl, redirected } = result;
  const headers = new Headers();
  for (const [name, value] of result.fields)
    if (isHandedOn(name, result, body === null)) headers.append(name, binary(value));
  const statusText = binary(reason).replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
  const response = new Response(body, { status: Math.min(status, MAX_STATUS), statusText, headers });
  return withOrigin(response, { url: finalUrl.replace(/#.*$/s, ""), redirected, status });
}

/** The highest status that the constructor of a Response takes. Some servers send a higher one. */
const MAX_STATUS = 599;

/** Sets what the constructor of a Response cannot set, also of its clones. */
function withOrigin(
  response: Response,
  origin: { readonly url: string; readonly redirected: boolean; readonly status: number },
): Response {
  const shown = { enumerable: true, configurable: true };
  const clone = response.clone.bind(response);
  for (const name of ["append", "delete", "set"] as const)
    Object.defineProperty(response.headers, name, { configurable: true, value: rejectChange });
  return Object.defineProperties(response, {
    url: { ...shown, value: origin.url },
    redirected: { ...shown, value: origin.redirected },
    type: { ...shown, value: "basic" },
    ...(origin.status > MAX_STATUS && { status: { ...shown, value: origin.status } }),
    clone: { configurable: true, value: () => withOrigin(clone(), origin) },
  });
}

/** The headers of a response of the network are immutable (Fetch, "guard"). */
function rejectChange(): never {
  throw new TypeError("the headers of this response are immutable");
}

/**
 * Cookies are never forwarded. A length and a content coding are forwarded only if they describe the forwarded bytes.
 */
function isHandedOn(name: string, { decoded }: RequestResult, isHead: boolean): boolean {
  if (name === "content-length" || name === "content-encoding") return isHead || !decoded;
  return !OWN.has(name) && name !== "set-cookie" && name !== "set-cookie2";
}

/** Converts each byte to one character, as Headers expects. */
function binary(text: string): string {
  return Array.from(octetsOf(text), (octet) => String.fromCharCode(octet)).join("");
}
