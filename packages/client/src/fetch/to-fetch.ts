import {
  defineOptions,
  isAccessError,
  type OperationName,
  type OptionSet,
  type OptionsInput,
  redact,
  resolveOptions,
  type Scheme,
  type Url,
} from "@anyurl/core";
import { callOptions } from "../call/call-options.ts";
import { type Clock, systemClock } from "../call/clock.ts";
import { methodNotAllowed, problemResponse, toHttpProblem } from "../front/problem.ts";
import { loadOperationNames } from "../front/serve-resource.ts";
import { get } from "./get.ts";
import { httpGet, httpHead, httpWrite, isHttp } from "./http.ts";
import { type FetchRequest, readRequest, type Target } from "./read-request.ts";
import type { FetchOperations, FetchTask } from "./task.ts";
import { makeDirectory, post, put, remove } from "./write.ts";

const { signal: _, range: __, ...CALL } = callOptions.declarations;

const DECLARATIONS = {
  errors: {
    type: "choice",
    choices: ["response", "throw"],
    default: "response",
    description:
      "whether an error that the text, the server, or a policy caused becomes a Response with a status and a problem (RFC 9457), or is thrown. Errors of HTTP itself, such as an unknown method, always become a Response",
  },
  call: {
    type: "group",
    options: CALL as Omit<(typeof callOptions)["declarations"], "signal" | "range">,
    description: "options for every call that a Request does not have, such as limits and retry",
  },
  problems: {
    type: "string",
    description:
      'the URL of a page that explains the codes. The `type` of a problem is then `page#code`. Default: "about:blank"',
  },
  clock: {
    type: "object",
    methods: ["now"],
    as: undefined as Pick<Clock, "now"> | undefined,
    description: "the source of time",
  },
} as const;

/** The options of `toFetch`. */
export const fetchOptions: OptionSet<typeof DECLARATIONS> = defineOptions("fetch", DECLARATIONS);

export type FetchOptions = OptionsInput<typeof fetchOptions>;

/**
 * A function with the signature of `fetch`, for URLs of every scheme. A string is parsed strictly, and never repaired.
 */
export type UrlFetch = (input: Target, init?: RequestInit) => Promise<Response>;

const METHODS: ReadonlyMap<string, (task: FetchTask) => Promise<Response>> = new Map([
  ["GET", get],
  ["HEAD", get],
  ["PUT", put],
  ["POST", post],
  ["DELETE", remove],
  ["MKCOL", makeDirectory],
]);

/** Handlers for HTTP URLs, whose requests are forwarded to their server. */
const HTTP_METHODS: ReadonlyMap<string, readonly [OperationName, (task: FetchTask) => Promise<Response>]> =
  new Map([
    ["GET", ["get", httpGet]],
    ["HEAD", ["stat", httpHead]],
    ["PUT", ["put", httpWrite]],
    ["POST", ["send", httpWrite]],
    ["DELETE", ["remove", httpWrite]],
  ]);

/**
 * Creates a standard `fetch` from a client. GET calls `get`, or `list` for a directory; HEAD calls `stat`, or a GET
 * whose body is canceled; PUT calls `put`; POST calls `append` or `send`; DELETE calls `remove`; MKCOL calls
 * `makeDirectory` (RFC 4918 §9.3). Requests for HTTP URLs keep their own header fields, and the response has the
 * status, header fields and content of the server, after the redirects that the scheme follows; the content of a
 * response to PUT, POST or DELETE is dropped. The `cookie`, `cache`, `mode` and `credentials` of an `init` are ignored.
 *
 * @throws {AccessError} bad-option. The returned function rejects with the abort reason, with the
 *   error of the request's body, and with a TypeError in the same cases as `fetch`.
 */
export function toFetch<S extends Scheme>(client: FetchOperations<S>, options: FetchOptions = {}): UrlFetch {
  const { errors, problems, clock = systemClock } = resolveOptions(fetchOptions, options);
  // Whether the scheme supports the method is checked for each request.
  const opener = client as unknown as FetchOperations;
  return async (input, init) => {
    const request = readRequest(input, init);
    const { signal, method, body } = request;
    try {
      signal?.throwIfAborted();
      return await answer(request, opener, options, clock);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const problem = toHttpProblem(error, problems);
      if (errors === "throw" || problem === undefined || hasGivenUp(error)) throw error;
      return finished(problemResponse(problem), method, shownUrl(request.text));
    } finally {
      // Nothing reads an unused body later.
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
  // The client checks the length.
  const url: Url = client.registry.parse(text, { maxUrlLength: Number.POSITIVE_INFINITY });
  const can = await loadOperationNames(client.registry, url.scheme);
  const task: FetchTask = { client, request, url, can, clock, call: { ...call, ...(signal && { signal }) } };
  const work = selectHandler(task, method);
  const response = work === undefined ? methodNotAllowed(allowed(can)) : await work(task);
  return finished(response, method, shownUrl(text));
}

function selectHandler(
  task: FetchTask,
  method: string,
): ((task: FetchTask) => Promise<Response>) | undefined {
  const [operation, work] = (isHttp(task) ? HTTP_METHODS.get(method) : undefined) ?? [];
  return operation !== undefined && task.can.has(operation) ? work : METHODS.get(method);
}

/** Returns the methods that the scheme's operations support (RFC 9110 §10.2.1). */
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

/** Completes a response: removes the body for HEAD (RFC 9110 §9.3.2), and sets the URL. */
async function finished(response: Response, method: string, url: string): Promise<Response> {
  const { status, headers, body } = response;
  if (method === "HEAD") await body?.cancel().catch(() => {});
  const answer = method === "HEAD" ? new Response(null, { status, headers }) : response;
  // The constructor cannot set these.
  const fieldFlags = { enumerable: true, configurable: true };
  return Object.defineProperties(answer, {
    url: { ...fieldFlags, value: response.url === "" ? url : response.url },
    ...(response.redirected && { redirected: { ...fieldFlags, value: true } }),
  });
}

/**
 * Returns the URL without its password and, like `fetch`, without its fragment. The password is redacted first, because
 * it may contain a "#".
 */
function shownUrl(text: string): string {
  const shown = redact(text);
  const hash = shown.indexOf("#");
  return hash < 0 ? shown : shown.slice(0, hash);
}

/** Checks whether the call was aborted by other code than the caller. There is nothing to respond then. */
function hasGivenUp(error: unknown): boolean {
  return isAccessError(error) && error.code === "aborted";
}
