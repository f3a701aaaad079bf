import { AccessError, DEFAULT_LIMITS, octetsOf, type Plan, textOf } from "@anyurl/core";
import { createPlan, type Exchange } from "@anyurl/core/exchange";
import { toEndpoint } from "./endpoint.ts";
// #if list
import { listing } from "./listing.ts";
// #endif
import { retrieve } from "./retrieve.ts";
// #if put
import { store } from "./store.ts";
// #endif
import { syntax, type XDemoUrl } from "./syntax.ts";

/**
 * Returns the steps of opening the URL: the real exchange, run against a server that accepts everything.
 *
 * @throws {AccessError} control-octet, too-long, not-a-directory, is-a-directory; unsupported.
 */
export function plan(url: XDemoUrl, operation = "get"): Plan {
  return createPlan(createExchange(operation, url), {
    operation,
    endpoint: toEndpoint(url),
    parts: syntax.describe(url),
    peer: (sent) => sent && ANSWERS.get(textOf(sent).split(/[ \r]/, 1)[0]!),
    cite: "README, The protocol",
  });
}

/** By the first word that is sent. */
const ANSWERS: ReadonlyMap<string, Uint8Array> = new Map([
  ["GET", octetsOf("200\r\n0\r\n")],
  ["LIST", octetsOf("200\r\n.\r\n")],
  ["PUT", octetsOf("300\r\n")],
  ["0", octetsOf("200\r\n")],
]);

function createExchange(operation: string, { parts }: XDemoUrl): Exchange<unknown, unknown> {
  if (operation === "get") return retrieve(parts, DEFAULT_LIMITS);
  // #if list
  if (operation === "list") return listing(parts, DEFAULT_LIMITS);
  // #endif
  // #if put
  if (operation === "put") return store(parts, DEFAULT_LIMITS);
  // #endif
  throw new AccessError("unsupported", `unsupported operation "${operation}"`);
}
