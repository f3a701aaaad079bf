import { octetsOf } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import type { CallOptions } from "../call/call-options.ts";
import { problemResponse, statusProblem } from "../front/problem.ts";
import type { FetchTask } from "./task.ts";
import { createUpload } from "./upload.ts";

/** The response of an HTTP server, as the scheme's option `onResponse` reports it. */
interface Answer {
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly HttpField[];
  /** True if the content codings in the fields were decoded. */
  readonly decoded: boolean;
}

/**
 * Checks whether the URL has an HTTP scheme. Requests are then forwarded to its server, and its responses are returned.
 */
export function isHttp({ url }: FetchTask): boolean {
  return url.scheme === "http" || url.scheme === "https";
}

/** Handles GET: returns the server's response, with any status. */
export async function httpGet(task: FetchTask): Promise<Response> {
  const { client, request } = task;
  const { call, answered } = asIs(task);
  // If a range is truncated, the caller decides whether to resume.
  const options = request.headers.has("range") ? { ...call, retry: { attempts: 0 } } : call;
  const retrieved = await client.get(request.text, options);
  const answer = answered();
  const isEmpty = NULL_BODY.has(answer.status);
  if (isEmpty) await retrieved.body.cancel().catch(() => {});
  return createResponse(answer, isEmpty ? null : retrieved.body);
}

/** Handles HEAD: returns the header fields that a GET would have. */
export async function httpHead(task: FetchTask): Promise<Response> {
  const { client, request } = task;
  const { call, answered } = asIs(task);
  await client.stat(request.text, call);
  return createResponse(answered(), null);
}

/** Handles PUT, POST and DELETE: returns the server's status and header fields. Its content is not read. */
export async function httpWrite(task: FetchTask): Promise<Response> {
  const { client, request } = task;
  const { text, method, body } = request;
  const { call, answered } = asIs(task);
  const upload = createUpload(body);
  try {
    if (method === "PUT") await client.put(text, upload.octets, call);
    else if (method === "POST") await client.send(text, body === undefined ? undefined : upload.octets, call);
    else if (body !== undefined)
      return problemResponse(statusProblem(415, `unsupported request body: ${method} has none`));
    else await client.remove(text, call);
    return createResponse(answered(), null, (name) => !name.startsWith("content-"));
  } catch (error) {
    throw upload.failure() === undefined ? error : upload.failure()!.error;
  } finally {
    upload.end();
  }
}

/** Statuses whose responses have no content (WHATWG Fetch, "null body status"). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Header fields of the connection and the framing, and fields that each hop creates. They are never forwarded. */
const OWN: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate", "http2-settings", "host", "content-length", "expect"],
  "accept-encoding",
]);

/** Returns options for a call that forwards the request's header fields and accepts every status. */
function asIs({ request, call }: FetchTask): { readonly call: CallOptions; readonly answered: () => Answer } {
  let answer: Answer | undefined;
  const fields = [...request.headers].filter(([name]) => !OWN.has(name));
  const options = {
    ...call.options,
    ...(fields.length > 0 && { fields }),
    anyStatus: true,
    onResponse: (fieldFlags: Answer) => {
      answer = fieldFlags;
    },
  };
  return {
    call: { ...call, options },
    answered: () => {
      if (answer === undefined) throw new TypeError("the http scheme did not call onResponse");
      return answer;
    },
  };
}

function createResponse(
  answer: Answer,
  body: ReadableStream<Uint8Array> | null,
  keeps: (name: string) => boolean = () => true,
): Response {
  const { status, url, redirected } = answer;
  const headers = new Headers();
  for (const [name, value] of answer.fields) {
    if (isHandedOn(name, answer, body === null) && keeps(name)) headers.append(name, binary(value));
  }
  const response = new Response(body, { status, headers });
  // The constructor cannot set these.
  const fieldFlags = { enumerable: true, configurable: true };
  return Object.defineProperties(response, {
    url: { ...fieldFlags, value: url.replace(/#.*$/s, "") },
    redirected: { ...fieldFlags, value: redirected },
  });
}

/**
 * Cookies are never forwarded. A length and a content coding are forwarded only if they describe the forwarded bytes.
 */
function isHandedOn(name: string, { decoded }: Answer, isHead: boolean): boolean {
  if (name === "content-length") return isHead || !decoded;
  if (name === "content-encoding") return isHead || !decoded;
  return !OWN.has(name) && name !== "set-cookie" && name !== "set-cookie2";
}

/** Converts each byte to one character, as Headers expects. */
function binary(text: string): string {
  return Array.from(octetsOf(text), (octet) => String.fromCharCode(octet)).join("");
}
