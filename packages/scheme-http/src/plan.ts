import { AccessError, noPlanError, octetsOf, type Plan } from "@anyurl/core";
import {
  createPlan,
  type Exchange,
  type HttpField,
  type HttpRequest,
  type IdealPeer,
} from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import type { ResolvedHttpOptions } from "./options.ts";
import { createRequest, formatHead, METHODS, rejectUserinfo } from "./request.ts";
import type { HttpUrl } from "./syntax.ts";
import { FILE_DEPTH, toDirectoryUrl } from "./webdav/directory-url.ts";
import { createPropfind, PROPFIND_LINES } from "./webdav/propfind.ts";

/**
 * Returns what opening the URL would send: the request headers, without user, password, and fragment, and with no option
 * but `acceptEncoding` and `webdav`.
 *
 * @throws {AccessError} userinfo-not-allowed; unsupported: HTTP does not have the operation.
 */
export function plan(url: HttpUrl, operation = "get", options: PlannedOptions = {}): Plan {
  const method = METHODS.get(operation);
  if (method === undefined) throw noPlanError(url.scheme, operation, [...METHODS.keys()]);
  rejectUserinfo(url);
  return createPlan(planRequests(operation, method, url, options), {
    operation,
    endpoint: createRequest(url, method).endpoint,
    parts: describe(url),
    peer: silentPeer,
    cite: "RFC 9112 §3",
  });
}

/** The options that change a plan. */
type PlannedOptions = Partial<Pick<ResolvedHttpOptions, "acceptEncoding" | "webdav">>;

/** What differs between requests of one method. */
interface RequestInit {
  readonly more?: readonly HttpField[];
  /** The size of the body. */
  readonly length?: number | undefined;
  readonly codings?: string | undefined;
}

/** Yields the requests of an operation. */
function* planRequests(
  operation: string,
  method: string,
  url: HttpUrl,
  { acceptEncoding, webdav = "auto" }: PlannedOptions,
): Exchange<never> {
  const isOfDirectories = operation === "list" || operation === "makeDirectory";
  if (isOfDirectories && webdav === "never")
    throw new AccessError("unsupported", 'directories need WebDAV, and the option webdav is "never"');
  if (operation === "list" || (operation === "stat" && webdav === "always"))
    return yield* planPropfind(url, operation === "list" ? "1" : "0");
  if (operation === "makeDirectory") return yield* planRequest(method, toDirectoryUrl(url));
  if (operation !== "remove" || webdav === "never" || url.query !== undefined)
    return yield* planRequest(method, url, { codings: acceptEncoding });
  yield* planPropfind(url, "1");
  // As if the server had found what the URL looks like.
  yield* planRequest(method, url, { more: url.path.endsWith("/") ? [] : FILE_DEPTH });
}

function* planPropfind(url: HttpUrl, depth: "0" | "1"): Exchange<never> {
  const { method, fields, body } = createPropfind(depth);
  yield* planRequest(method, url, { more: fields, length: body.size });
  for (const line of PROPFIND_LINES)
    yield { do: "send", octets: octetsOf(`${line}\r\n`), cite: "RFC 4918 §9.1" };
  yield { do: "receive", phase: "body" };
}

/** Yields each line of the request, and then receives the body of the response, if there is one. */
function* planRequest(
  method: string,
  url: HttpUrl,
  { more = [], length, codings }: RequestInit = {},
): Exchange<never> {
  const body = method === "PUT" || method === "POST" || length !== undefined;
  const request = createRequest(url, method);
  const fields = codings === undefined || method !== "GET" ? request.fields : withCodings(request, codings);
  const lines = formatHead({
    ...{ ...request, fields: [...fields, ...more] },
    // The size of the body of a caller is unknown in a plan.
    ...(body && { body, ...(length !== undefined && { length }) }),
  });
  for (const [i, line] of [...lines, ""].entries()) {
    const octets = octetsOf(`${line}\r\n`);
    if (i === 0)
      yield { do: "send", octets, part: "path", cite: METHOD_CITES.get(method) ?? "RFC 9112 §3.2.1" };
    else if (i === 1) yield { do: "send", octets, part: "host", cite: "RFC 9110 §7.2" };
    else yield { do: "send", octets, cite: CITES.get(line.split(":", 1)[0]!) ?? "RFC 9110 §5" };
  }
  if (method === "GET") yield { do: "receive", phase: "body" };
}

function withCodings({ fields }: Pick<HttpRequest, "fields">, codings: string): HttpRequest["fields"] {
  return fields.map(([name, value]) => [name, name === "accept-encoding" ? codings : value]);
}

const METHOD_CITES: ReadonlyMap<string, string> = new Map([
  ["PROPFIND", "RFC 4918 §9.1"],
  ["MKCOL", "RFC 4918 §9.3"],
]);

const CITES: ReadonlyMap<string, string> = new Map([
  ["connection", "RFC 9110 §7.6.1"],
  ["user-agent", "RFC 9110 §10.1.5"],
  ["accept", "RFC 9110 §12.5.1"],
  ["accept-encoding", "RFC 9110 §12.5.3"],
  ["transfer-encoding", "RFC 9112 §6.1"],
  ["content-length", "RFC 9110 §8.6"],
  ["content-type", "RFC 9110 §8.3"],
  ["depth", "RFC 4918 §10.2"],
  ["", "RFC 9112 §2.1"],
]);

/** The response is empty, because the plan covers only the request. */
const silentPeer: IdealPeer = () => undefined;
