import {
  isAccessError,
  type OperationName,
  type Operations,
  type Registry,
  redact,
  type Scheme,
  type Url,
} from "@anyurl/core";
import { type Clock, systemClock } from "../call/clock.ts";
import type { CallOptions } from "../options.ts";
import { get, head } from "./get.ts";
import { httpGet, httpHead, httpWrite, isHttp } from "./http.ts";
import { methodNotAllowed, problemResponse, toHttpProblem } from "./problem.ts";
import { type FetchRequest, readRequest, type Target } from "./read-request.ts";
import type { FetchOperations, FetchTask } from "./task.ts";
import { makeDirectory, post, put, remove } from "./write.ts";

export interface FetchOptions {
  /**
   * "response": what the text, the server or a policy is the cause of becomes a Response with a status and a
   * problem (RFC 9457). "throw": it rejects, with the AccessError or UrlSyntaxError; what is wrong by HTTP's
   * own rules, as a method that is none, stays a Response. Default "response".
   */
  readonly errors?: "response" | "throw";
  /** For every call: limits, retry and what else a Request has no place for. */
  readonly call?: Omit<CallOptions, "signal" | "range">;
  /**
   * The page that explains the codes. The `type` of a problem is then `page#code`; without it, "about:blank".
   */
  readonly problems?: string;
  readonly clock?: Pick<Clock, "now">;
}

/** `fetch` by its shape, for URLs of every scheme. A text is taken as it is, and never repaired. */
export type UrlFetch = (input: Target, init?: RequestInit) => Promise<Response>;

const METHODS: ReadonlyMap<string, (task: FetchTask) => Promise<Response>> = new Map([
  ["GET", get],
  ["HEAD", head],
  ["PUT", put],
  ["POST", post],
  ["DELETE", remove],
  ["MKCOL", makeDirectory],
]);

/** What HTTP has of its own goes to its server as it is. */
const HTTP_METHODS: ReadonlyMap<string, readonly [OperationName, (task: FetchTask) => Promise<Response>]> =
  new Map([
    ["GET", ["get", httpGet]],
    ["HEAD", ["stat", httpHead]],
    ["PUT", ["put", httpWrite]],
    ["POST", ["send", httpWrite]],
    ["DELETE", ["remove", httpWrite]],
  ]);

/**
 * Makes a standard `fetch` of a client. GET is `get`, or `list` of a directory; HEAD `stat`, or a GET whose
 * body is left; PUT `put`; POST `append`, or `send`; DELETE `remove`; MKCOL `makeDirectory` (RFC 4918 §9.3).
 * To a server of HTTP a request goes with its own fields, and the status, the fields and the content are that server's,
 * after the redirects that the scheme follows; what it says to a PUT, POST or DELETE has no content here. It knows of no
 * cookie, cache, mode or credentials of an `init`.
 *
 * @throws {RangeError} an option `errors` that is none. What it makes rejects with the reason of an abort,
 *   with what the body of the request has failed with, and with a TypeError where `fetch` does.
 */
export function toFetch<S extends Scheme>(client: FetchOperations<S>, options: FetchOptions = {}): UrlFetch {
  const { errors = "response", clock = systemClock } = options;
  if (errors !== "response" && errors !== "throw")
    throw new RangeError('the option errors is "response" or "throw"');
  // Whether a text's scheme can do what a method asks is found out when it is asked.
  const opener = client as unknown as FetchOperations;
  return async (input, init) => {
    const request = readRequest(input, init);
    const { signal, method, body } = request;
    try {
      signal?.throwIfAborted();
      return await answer(request, opener, options, clock);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const problem = toHttpProblem(error, options.problems);
      if (errors === "throw" || problem === undefined || hasGivenUp(error)) throw error;
      return finished(problemResponse(problem), method, shownUrl(request.text));
    } finally {
      // What nobody has read, nobody will.
      if (body?.locked === false) body.cancel().catch(() => {});
    }
  };
}

async function answer(
  request: FetchRequest,
  client: FetchOperations,
  { call }: FetchOptions,
  clock: Pick<Clock, "now">,
): Promise<Response> {
  const { text, method, signal } = request;
  // How long it may be is for the client to say.
  const url: Url = client.registry.parse(text, { maxUrlLength: Number.POSITIVE_INFINITY });
  const can = await operationsOf(client.registry, url.scheme);
  const task: FetchTask = { client, request, url, can, clock, call: { ...call, ...(signal && { signal }) } };
  const work = workOf(task, method);
  const response = work === undefined ? methodNotAllowed(allowed(can)) : await work(task);
  return finished(response, method, shownUrl(text));
}

function workOf(task: FetchTask, method: string): ((task: FetchTask) => Promise<Response>) | undefined {
  const [operation, work] = (isHttp(task) ? HTTP_METHODS.get(method) : undefined) ?? [];
  return operation !== undefined && task.can.has(operation) ? work : METHODS.get(method);
}

/** What the scheme's access exports. Where there is none, or it fails to load, the client tells why. */
async function operationsOf(registry: Registry, scheme: string): Promise<ReadonlySet<OperationName>> {
  try {
    const module: Partial<Operations> = (await registry.scheme(scheme)?.access?.()) ?? {};
    const names = Object.keys(module) as OperationName[];
    return new Set(names.filter((name) => typeof module[name] === "function"));
  } catch {
    return new Set();
  }
}

/** The methods that stand for what the scheme can do (RFC 9110 §10.2.1). */
function allowed(can: ReadonlySet<OperationName>): string {
  const methods: readonly (readonly [method: string, ...operations: OperationName[]])[] = [
    ["GET", "get", "list"],
    ["HEAD", "stat", "get", "list"],
    ["PUT", "put"],
    ["POST", "append", "send"],
    ["DELETE", "remove"],
    ["MKCOL", "makeDirectory"],
  ];
  return methods
    .filter(([, ...operations]) => operations.some((operation) => can.has(operation)))
    .map(([method]) => method)
    .join(", ");
}

/** The response as it leaves: without a body to HEAD (RFC 9110 §9.3.2), and with the URL that it is of. */
async function finished(response: Response, method: string, url: string): Promise<Response> {
  const { status, headers, body } = response;
  if (method === "HEAD") await body?.cancel().catch(() => {});
  const answer = method === "HEAD" ? new Response(null, { status, headers }) : response;
  // The constructor has no place for them.
  const told = { enumerable: true, configurable: true };
  return Object.defineProperties(answer, {
    url: { ...told, value: response.url === "" ? url : response.url },
    ...(response.redirected && { redirected: { ...told, value: true } }),
  });
}

/** Without a password; then, as `fetch` has it, without the fragment: what is hidden may hold a "#". */
function shownUrl(text: string): string {
  const shown = redact(text);
  const hash = shown.indexOf("#");
  return hash < 0 ? shown : shown.slice(0, hash);
}

/** Somebody has called it off who is not the caller: there is nothing to answer. */
function hasGivenUp(error: unknown): boolean {
  return isAccessError(error) && error.code === "aborted";
}
