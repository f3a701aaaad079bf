import { octetsOf } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import type { CallOptions } from "../options.ts";
import { problemResponse, statusProblem } from "./problem.ts";
import type { FetchTask } from "./task.ts";
import { uploadOf } from "./upload.ts";

/** What a server of HTTP has answered: the scheme tells it by its option `onResponse`. */
interface Answer {
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly reason: string;
  readonly fields: readonly HttpField[];
  /** Are the codings that the fields tell of undone? */
  readonly decoded: boolean;
}

/** Is the URL HTTP's own? Then a request goes to its server as it is, and what comes back is the server's. */
export function isHttp({ url }: FetchTask): boolean {
  return url.scheme === "http" || url.scheme === "https";
}

/** GET: what the server says, whatever its status. */
export async function httpGet(task: FetchTask): Promise<Response> {
  const { client, request } = task;
  const { call, answered } = asIs(task);
  // A part that breaks off is the caller's own to go on with.
  const options = request.headers.has("range") ? { ...call, retry: { attempts: 0 } } : call;
  const retrieved = await client.get(request.text, options);
  const answer = answered();
  const isEmpty = NULL_BODY.has(answer.status);
  if (isEmpty) await retrieved.body.cancel().catch(() => {});
  return responseOf(answer, isEmpty ? null : retrieved.body);
}

/** HEAD: the fields that a GET would bring. */
export async function httpHead(task: FetchTask): Promise<Response> {
  const { client, request } = task;
  const { call, answered } = asIs(task);
  await client.stat(request.text, call);
  return responseOf(answered(), null);
}

/** PUT, POST, DELETE: the status and the fields of what the server says. Its content is not read. */
export async function httpWrite(task: FetchTask): Promise<Response> {
  const { client, request } = task;
  const { text, method, body } = request;
  const { call, answered } = asIs(task);
  const upload = uploadOf(body);
  try {
    if (method === "PUT") await client.put(text, upload.octets, call);
    else if (method === "POST") await client.send(text, body === undefined ? undefined : upload.octets, call);
    else if (body !== undefined)
      return problemResponse(statusProblem(415, `a ${method} request has no body that is understood here`));
    else await client.remove(text, call);
    return responseOf(answered(), null, (name) => !name.startsWith("content-"));
  } catch (error) {
    throw upload.failure() === undefined ? error : upload.failure()!.error;
  } finally {
    upload.end();
  }
}

/** Statuses whose responses have no content (WHATWG Fetch, "null body status"). */
const NULL_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Fields of the connection and of the framing, and what is made anew on the way: never handed on. */
const OWN: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate", "http2-settings", "host", "content-length", "expect"],
  "accept-encoding",
]);

/** The call that asks with the request's own fields, and takes every status for an answer. */
function asIs({ request, call }: FetchTask): { readonly call: CallOptions; readonly answered: () => Answer } {
  let answer: Answer | undefined;
  const fields = [...request.headers].filter(([name]) => !OWN.has(name));
  const options = {
    ...call.options,
    ...(fields.length > 0 && { fields }),
    anyStatus: true,
    onResponse: (told: Answer) => {
      answer = told;
    },
  };
  return {
    call: { ...call, options },
    answered: () => {
      if (answer === undefined) throw new TypeError("the scheme of http has not told what was answered");
      return answer;
    },
  };
}

function responseOf(
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
  // The constructor has no place for these.
  const told = { enumerable: true, configurable: true };
  return Object.defineProperties(response, {
    url: { ...told, value: url.replace(/#.*$/s, "") },
    redirected: { ...told, value: redirected },
  });
}

/** Cookies are nobody's here; a length and a coding are told where they are those of the octets that come. */
function isHandedOn(name: string, { decoded }: Answer, isHead: boolean): boolean {
  if (name === "content-length") return isHead || !decoded;
  if (name === "content-encoding") return isHead || !decoded;
  return !OWN.has(name) && name !== "set-cookie" && name !== "set-cookie2";
}

/** One character for each octet, as Headers have them. */
function binary(text: string): string {
  return Array.from(octetsOf(text), (octet) => String.fromCharCode(octet)).join("");
}
