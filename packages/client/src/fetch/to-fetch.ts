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
import { fetchHttp } from "./http.ts";
import { readHttpRequest, toPlatformError } from "./http-request.ts";
import { type FetchRequest, readRequest } from "./read-request.ts";
import { isHttpText, type Target, targetText } from "./target.ts";
import type { FetchOperations, FetchTask } from "./task.ts";
import { makeDirectory, post, put, remove } from "./write.ts";

const { signal: _, range: __, ...CALL } = callOptions.declarations;

const DECLARATIONS = {
  errors: {
    type: "choice",
    choices: ["platform", "response", "throw"],
    default: "platform",
    description:
      '"platform": a request for an HTTP URL rejects as the platform\'s fetch does, with a TypeError and its cause; for other schemes, as "response". Otherwise, whether an error that the text, the server, or a policy caused becomes a Response with a status and a problem (RFC 9457), or is thrown. Errors of HTTP itself, such as an unknown method, always become a Response',
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

/** What answers each method, and the operations of a scheme that support it. */
const METHODS = [
  ["GET", get, "get", "list"],
  ["HEAD", get, "stat", "get", "list"],
  ["PUT", put, "put"],
  ["POST", post, "append", "send"],
  ["DELETE", remove, "remove"],
  ["MKCOL", makeDirectory, "makeDirectory"],
] as const;

/**
 * Creates a standard `fetch` from a client. GET calls `get`, or `list` for a directory; HEAD calls `stat`, or a GET
 * whose body is canceled; PUT calls `put`; POST calls `append` or `send`; DELETE calls `remove`; MKCOL calls
 * `makeDirectory` (RFC 4918 §9.3). For HTTP URLs it works as the `fetch` of the platform does, with any method, within the
 * policy of the client: without cookies, caches, and CORS. The `cache`, `mode` and `credentials` of an `init` are
 * ignored.
 *
 * @throws {AccessError} bad-option. The returned function rejects with the abort reason, with the
 *   error of the request's body, and with a TypeError in the same cases as `fetch`.
 */
export function toFetch<S extends Scheme>(client: FetchOperations<S>, options: FetchOptions = {}): UrlFetch {
  const { errors, problems, clock = systemClock } = resolveOptions(fetchOptions, options);
  // Whether the scheme supports the method is checked for each request.
  const opener = client as unknown as FetchOperations;
  return async (input, init) => {
    if (await isForwarded(opener, targetText(input))) return forward(input, init, opener, options);
    // Without a base URL, a reference names nothing.
    const isReference = /^(?:[/?#.]|$)/.test(targetText(input));
    if (isReference && errors === "platform") throw new TypeError("invalid URL: expected an absolute URL");
    const request = readRequest(input, init);
    const { signal, body } = request;
    try {
      signal?.throwIfAborted();
      return await answer(request, opener, options, clock);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      return answerError(error, { errors, problems }, request);
    } finally {
      // Nothing reads an unused body later.
      if (body?.locked === false) body.cancel().catch(() => {});
    }
  };
}

/** Requests for HTTP URLs are forwarded to their server, if the client has a scheme that does. */
async function isForwarded({ registry }: FetchOperations, text: string): Promise<boolean> {
  if (!isHttpText(text)) return false;
  const scheme = text.slice(0, text.indexOf(":")).toLowerCase();
  return (await loadOperationNames(registry, scheme)).has("request");
}

async function forward(
  input: Target,
  init: RequestInit | undefined,
  client: FetchOperations,
  { errors = "platform", problems, call }: FetchOptions,
): Promise<Response> {
  const request = await readHttpRequest(input, init, call?.limits?.maxHeld);
  const { signal } = request;
  try {
    signal?.throwIfAborted();
    return await fetchHttp(client, request, call, errors === "platform" ? "platform" : "client");
  } catch (error) {
    request.cancel(signal?.aborted === true ? signal.reason : error);
    if (signal?.aborted === true) throw signal.reason;
    if (errors === "platform") throw toPlatformError(error, "fetch failed");
    return answerError(error, { errors, problems }, request);
  }
}

/** Answers an error that a text, a server, or a policy caused. @throws any other error. */
function answerError(
  error: unknown,
  { errors, problems }: Pick<FetchOptions, "errors" | "problems">,
  request: Pick<FetchRequest, "method" | "text">,
): Promise<Response> {
  const problem = toHttpProblem(error, problems);
  // If other code than the caller has aborted the call, there is nothing to respond.
  const isAborted = isAccessError(error) && error.code === "aborted";
  if (errors === "throw" || problem === undefined || isAborted) throw error;
  return finish(problemResponse(problem), request);
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
  const found = METHODS.find(([name]) => name === method);
  const response = found === undefined ? methodNotAllowed(allowed(can)) : await found[1](task);
  return finish(response, request);
}

/** Returns the methods that the scheme's operations support (RFC 9110 §10.2.1). */
function allowed(can: ReadonlySet<OperationName>): string {
  return METHODS.filter(([, , ...operations]) => operations.some((operation) => can.has(operation)))
    .map(([name]) => name)
    .join(", ");
}

/** Completes a response: removes the body for HEAD (RFC 9110 §9.3.2), and sets the URL. */
async function finish(
  response: Response,
  { method, text }: Pick<FetchRequest, "method" | "text">,
): Promise<Response> {
  const { status, headers, body } = response;
  if (method === "HEAD") await body?.cancel().catch(() => {});
  const answer = method === "HEAD" ? new Response(null, { status, headers }) : response;
  // The constructor cannot set these.
  const fieldFlags = { enumerable: true, configurable: true };
  return Object.defineProperties(answer, {
    url: { ...fieldFlags, value: response.url === "" ? shownUrl(text) : response.url },
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
