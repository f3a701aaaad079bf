import { AccessError } from "@anyurl/core";
import type { HttpField, PlatformRequest, PlatformResponse } from "@anyurl/core/exchange";

/** What this package needs of `fetch`. */
export type PlatformFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Codings that a platform decodes if it has requested them (RFC 9110 §8.4.1, RFC 7932, RFC 8878). */
const DECODED_CODINGS: ReadonlySet<string> = new Set(["gzip", "x-gzip", "deflate", "br", "zstd"]);

/** Fields that the platform sets itself: it decodes only what it has requested. */
const OWN_FIELDS: ReadonlySet<string> = new Set(["accept-encoding"]);

/** Creates HTTP by the platform's `fetch`: without cookies, caches, referrers, and redirects. */
export function createHttp({
  fetch,
  maxUpload,
}: {
  readonly fetch: PlatformFetch | undefined;
  readonly maxUpload: number;
}): (request: PlatformRequest, signal: AbortSignal) => Promise<PlatformResponse> {
  return async ({ url, method, fields, body }, signal) => {
    const send: PlatformFetch = fetch ?? ((to, init) => globalThis.fetch(to, init));
    // Held in memory: most platforms cannot send a stream, or only over HTTP/2.
    const held = body && (await holdBody(body, maxUpload, signal));
    const response = await send(url, {
      method,
      headers: toHeaders(fields),
      signal,
      ...(held !== undefined && { body: held }),
      redirect: "manual",
      ...createSeparation(),
    });
    if (response.type === "opaqueredirect")
      throw new AccessError("redirect-refused", "the browser hides the target of a redirect", {
        hint: "open the URL to which the server redirects",
      });
    return toPlatformResponse(response, method);
  };
}

/**
 * Leaves out what the platform knows of the user and of earlier requests. Some runtimes have none of it, and reject the options.
 */
function createSeparation(): RequestInit {
  const { prototype } = Request;
  return {
    ...("credentials" in prototype && { credentials: "omit" }),
    ...("cache" in prototype && { cache: "no-store" }),
    ...("referrerPolicy" in prototype && { referrerPolicy: "no-referrer" }),
  };
}

async function holdBody(
  body: AsyncIterable<Uint8Array>,
  maxUpload: number,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    size += chunk.length;
    if (size > maxUpload)
      throw new AccessError("too-large", `the request body exceeds ${maxUpload} bytes; nothing was sent`, {
        hint: "increase the option maxUpload of the transport",
      });
    chunks.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Converts values, which preserve bytes, to those of Headers, which have one character for each byte. */
function toHeaders(fields: readonly HttpField[]): Headers {
  const headers = new Headers();
  for (const [name, value] of fields) {
    if (OWN_FIELDS.has(name)) continue;
    headers.append(
      name,
      value.replace(/[\udc80-\udcff]/g, (byte) => String.fromCharCode(byte.charCodeAt(0) - 0xdc00)),
    );
  }
  return headers;
}

function toPlatformResponse(response: Response, method: string): PlatformResponse {
  const { status, statusText: reason, headers } = response;
  const codings = (headers.get("content-encoding") ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  const isDecoded = method !== "HEAD" && codings.every((coding) => DECODED_CODINGS.has(coding));
  const dropped = new Set(isDecoded ? ["content-encoding", "content-length"] : []);
  const fields = [...headers]
    .filter(([name]) => !dropped.has(name))
    .map(([name, value]) => [name, toBytes(value)] as const);
  const hasLength = fields.some(([name]) => name === "content-length");
  return {
    status,
    reason: toBytes(reason),
    fields,
    framing: hasLength ? "length" : "close",
    body: read(response),
  };
}

/** Converts characters that stand for bytes beyond ASCII to text that preserves bytes. */
function toBytes(value: string): string {
  return value.replace(/[\x80-\xff]/g, (char) => String.fromCharCode(0xdc00 + char.charCodeAt(0)));
}

async function* read({ body }: Response): AsyncGenerator<Uint8Array, void, void> {
  if (body === null) return;
  const reader = body.getReader();
  let isOver = false;
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) break;
      yield next.value;
    }
    isOver = true;
  } finally {
    if (!isOver) reader.cancel().catch(() => {});
  }
}
