import type { Url } from "@anyurl/core";

/** What `fetch` takes. The URL objects of any library will do: they have an `href`. */
export type Target = string | URL | Url | Request;

/** What is asked for, whether a Request or an `init` says it. */
export interface FetchRequest {
  /** As it was given. */
  readonly text: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Methods that are written in any case (WHATWG Fetch, "normalize a method"). */
const ANY_CASE: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);

/** @throws {TypeError} a body where none can be, one that was read before, headers that are none. */
export function readRequest(input: Target, init: RequestInit = {}): FetchRequest {
  const request = typeof input === "string" || "href" in input ? undefined : input;
  const text = typeof input === "string" ? input : "href" in input ? input.href : input.url;
  const method = normalized(init.method ?? request?.method ?? "GET");
  const headers = new Headers(init.headers ?? request?.headers);
  const signal = (init.signal === undefined ? request?.signal : init.signal) ?? undefined;
  const body = bodyOf(init, request);
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    throw new TypeError(`a ${method} request has no body`);
  return { text, method, headers, body, signal };
}

function normalized(method: string): string {
  const upper = method.toUpperCase();
  return ANY_CASE.has(upper) ? upper : method;
}

function bodyOf(init: RequestInit, request: Request | undefined): ReadableStream<Uint8Array> | undefined {
  // A Response reads whatever may be a body, and has no opinion on URLs.
  if (init.body !== undefined && init.body !== null) return new Response(init.body).body ?? undefined;
  if (request?.bodyUsed) throw new TypeError("the body of this Request has been read before");
  return request?.body ?? undefined;
}
