import { AccessError, DEFAULT_LIMITS, octetsOf, type Plan, parseLogin, textOf } from "@anyurl/core";
import { createPlan, type Exchange } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import * as exchange from "./exchange.ts";
import { type BoardOptions, boardOptions } from "./options.ts";
import { type BoardUrl, DEFAULT_PORT } from "./syntax.ts";

/**
 * What opening the URL would send: the very exchange, run against a server that agrees to everything.
 *
 * @throws {AccessError} control-octet, too-long, is-a-directory, not-a-directory, unsupported.
 */
export function plan(
  url: BoardUrl,
  operation: string = url.parts.note === undefined ? "list" : "get",
  options: BoardOptions = boardOptions.defaults,
): Plan {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return createPlan(createExchange(operation, url, options), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer: (sent) =>
      sent === undefined ? octetsOf("200 ready\r\n") : ANSWERS.get(textOf(sent).split(/[ \r]/, 1)[0]!),
    cite: "README, The protocol",
  });
}

/** By the first word of what is sent. */
const ANSWERS: ReadonlyMap<string, Uint8Array> = new Map([
  ["READ", octetsOf("210 - -\r\n.\r\n")],
  ["STAT", octetsOf("212 - - -\r\n")],
  ["LIST", octetsOf("211\r\n.\r\n")],
  ["PIN", octetsOf("300\r\n")],
  [".", octetsOf("230\r\n")],
  ["UNPIN", octetsOf("231\r\n")],
]);

function createExchange(
  operation: string,
  { parts }: BoardUrl,
  { author }: BoardOptions,
): Exchange<unknown, unknown> {
  switch (operation) {
    case "get":
      return exchange.read(parts, DEFAULT_LIMITS);
    case "stat":
      return exchange.stat(parts, DEFAULT_LIMITS);
    case "list":
      return exchange.list(parts, DEFAULT_LIMITS);
    case "put":
      return exchange.pin(parts, DEFAULT_LIMITS, author);
    case "remove":
      return exchange.unpin(parts, DEFAULT_LIMITS);
    default:
      throw new AccessError("unsupported", `x-board has no plan for "${operation}"`);
  }
}
