import { isAccessError, type OperationName, redact, type Url } from "@anyurl/core";
import type { Clock } from "../call/clock.ts";
import { methodNotAllowed, problemResponse, toHttpProblem } from "../front/problem.ts";
import { loadOperationNames } from "../front/serve-resource.ts";
import { get } from "./get.ts";
import { fetchHttp } from "./http.ts";
import { readHttpRequest, toPlatformError } from "./http-request.ts";
import { type FetchRequest, readRequest } from "./read-request.ts";
import { isHttpText, type Target, targetText } from "./target.ts";
import type { FetchOperations, FetchSettings, FetchTask } from "./task.ts";
import { makeDirectory, post, put, remove } from "./write.ts";

const METHODS: ReadonlyMap<string, (task: FetchTask) => Promise<Response>> = new Map([
  ["GET", get],
  ["HEAD", get],
  ["PUT", put],
  ["POST", post],
  ["DELETE", remove],
  ["MKCOL", makeDirectory],
]);

/** Answers one call of the function that `toFetch` returns. */
export async function fetchUrl(
  input: Target,
  init: RequestInit | undefined,
  client: FetchOperations,
  options: FetchSettings,
  clock: Pick<Clock, "now">,
): Promise<Response> {
  const { errors, problems } = options;
  if (await isForwarded(client, targetText(input))) return forward(input, init, client, options);
  // Without a base URL, a reference names nothing.
  const isReference = /^(?:[/?#.]|$)/.test(targetText(input));
  if (isReference && errors === "platform") throw new TypeError("invalid URL: expected an absolute URL");
  const request = readRequest(input, init);
  const { signal, method, body } = request;
  try {
    signal?.throwIfAborted();
    return await answer(request, client, options, clock);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const problem = toHttpProblem(error, problems);
    if (errors === "throw" || problem === undefined || hasGivenUp(error)) throw error;
    return finished(problemResponse(problem), method, shownUrl(request.text));
  } finally {
    // Nothing reads an unused body later.
    if (body?.locked === false) body.cancel().catch(() => {});
  }
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
  { errors, problems, call }: FetchSettings,
): Promise<Response> {
  const request = await readHttpRequest(input, init, call?.limits?.maxHeld);
  const { signal, method, text } = request;
  try {
    signal?.throwIfAborted();
    return await fetchHttp(client, request, call, errors === "platform" ? "platform" : "client");
  } catch (error) {
    request.cancel(signal?.aborted === true ? signal.reason : error);
    if (signal?.aborted === true) throw signal.reason;
    if (errors === "platform") throw toPlatformError(error, "fetch failed");
    const problem = toHttpProblem(error, problems);
    if (errors === "throw" || problem === undefined || hasGivenUp(error)) throw error;
    return finished(problemResponse(problem), method, shownUrl(text));
  }
}

async function answer(
  request: FetchRequest,
  client: FetchOperations,
  { call }: FetchSettings,
  clock: Pick<Clock, "now">,
): Promise<Response> {
  const { text, method, signal } = request;
  // The client checks the length.
  const url: Url = client.registry.parse(text, { maxUrlLength: Number.POSITIVE_INFINITY });
  const can = await loadOperationNames(client.registry, url.scheme);
  const task: FetchTask = { client, request, url, can, clock, call: { ...call, ...(signal && { signal }) } };
  const work = METHODS.get(method);
  const response = work === undefined ? methodNotAllowed(allowed(can)) : await work(task);
  return finished(response, method, shownUrl(text));
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
