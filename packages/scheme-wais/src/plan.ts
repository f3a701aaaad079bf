import { DEFAULT_LIMITS, noPlanError, type Plan, parseLogin } from "@anyurl/core";
import { createPlan, type Endpoint, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import {
  formatInitResponse,
  formatMessage,
  formatSearchResponse,
  HEADER_BYTES,
  PDU,
  readInit,
  readSearch,
  type Search,
} from "@anyurl/protocol-wais";
import { describe } from "./describe.ts";
import { checkExists, retrieve, search } from "./exchange.ts";
import { type ResolvedWaisOptions, resolveSettings, waisOptions } from "./options.ts";
import { DEFAULT_PORT, type WaisUrl } from "./syntax.ts";
import { hasEntries, searchWords, toDocument } from "./target.ts";

/** Maximum number of requests in a plan: the chunks of a megabyte. */
const MAX_REQUESTS = 100;

/**
 * Returns the requests that opening the URL would send. For a document of unknown length, only the first chunk; for a
 * long one, the first hundred.
 *
 * @throws {AccessError} control-octet, unsafe-name, bad-document-id, too-long, not-a-directory, is-a-directory,
 *   unsupported, bad-option.
 */
export function plan(
  url: WaisUrl,
  operation: string = hasEntries(url) ? "list" : "get",
  options: ResolvedWaisOptions = waisOptions.defaults,
): Plan {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const endpoint = { host: hostname, port };
  const exchange = selectExchange(operation, url, endpoint, options);
  const knowsLength = (url.parts.length ?? 0) > 0;
  return createPlan(limitRequests(MAX_REQUESTS + 1, exchange), {
    operation,
    endpoint,
    parts: describe(url),
    peer: createIdealPeer(knowsLength),
    cite: "RFC 1625",
  });
}

function selectExchange(
  operation: string,
  url: WaisUrl,
  endpoint: Endpoint,
  options: ResolvedWaisOptions,
): Exchange<unknown, unknown> {
  const settings = resolveSettings(url, { options, limits: DEFAULT_LIMITS });
  const place = { endpoint };
  if (operation === "get") return retrieve(toDocument(url), settings, place);
  if (operation === "list" || operation === "search")
    return search(url.parts, searchWords(url), settings, place);
  if (operation === "stat" && hasEntries(url)) return search(url.parts, searchWords(url), settings, place);
  if (operation === "stat") return checkExists(toDocument(url), settings, place);
  throw noPlanError("wais", operation, ["get", "list", "search", "stat"]);
}

/** Limits an exchange to a number of requests. */
function* limitRequests(requests: number, exchange: Exchange<unknown, unknown>): Exchange<unknown, unknown> {
  let octets: Uint8Array | undefined;
  for (let sent = 0; ; ) {
    const next = exchange.next(octets);
    if (next.done === true) return next.value;
    if (next.value.do === "send" && ++sent > requests) return undefined;
    octets = yield next.value;
  }
}

/** A server that accepts everything, finds nothing, and returns the requested bytes of a document of known length. */
function createIdealPeer(knowsLength: boolean): IdealPeer {
  return (sent) => {
    if (sent === undefined) return undefined;
    const body = sent.subarray(HEADER_BYTES);
    if (body[2] === PDU.init) return formatMessage(formatInitResponse({ ...readInit(body), accepted: true }));
    return formatMessage(idealResponse(readSearch(body), knowsLength));
  };
}

function idealResponse({ query }: Search, knowsLength: boolean): Uint8Array {
  if (query.is === "words") return formatSearchResponse({ status: 1, records: [] });
  const { start = 0, end = 1 } = query.part ?? {};
  const octets = new Uint8Array(knowsLength ? end - start : 0);
  return formatSearchResponse({ status: 0, records: [{ is: "text", documentId: query.documentId, octets }] });
}
