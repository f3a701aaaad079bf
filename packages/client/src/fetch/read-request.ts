import { type Target, targetText } from "./target.ts";

/** The request, from a Request and an `init`. */
export interface FetchRequest {
  /** The URL as given. */
  readonly text: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Methods whose case is normalized (WHATWG Fetch, "normalize a method"). */
const ANY_CASE: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);

/** @throws {TypeError} the method cannot have a body, the body was read before, or the headers are invalid. */
export function readRequest(input: Target, init: RequestInit = {}): FetchRequest {
  const request = typeof input === "string" || "href" in input ? undefined : input;
  const text = targetText(input);
  const method = normalized(init.method ?? request?.method ?? "GET");
  const headers = new Headers(init.headers ?? request?.headers);
  const signal = (init.signal === undefined ? request?.signal : init.signal) ?? undefined;
  const body = getRequestBody(init, request);
  if (body !== undefined && (method === "GET" || method === "HEAD"))
    throw new TypeError(`a ${method} request cannot have a body`);
  return { text, method, headers, body, signal };
}

function normalized(method: string): string {
  const upper = method.toUpperCase();
  return ANY_CASE.has(upper) ? upper : method;
}

function getRequestBody(
  init: RequestInit,
  request: Request | undefined,
): ReadableStream<Uint8Array> | undefined {
  // A Response accepts every kind of body, and does not check the URL.
  if (init.body !== undefined && init.body !== null) return new Response(init.body).body ?? undefined;
  if (request?.bodyUsed) throw new TypeError("the body of this Request was already read");
  return request?.body ?? undefined;
}
