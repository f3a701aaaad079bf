import { AccessError, DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, parseLogin } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { retrieveAttributes, retrieveItem, retrieveMenu } from "./exchange.ts";
import { type GopherSettings, gopherOptions } from "./options.ts";
import { parsePlusRequest } from "./plus/plus.ts";
import { rejectSession } from "./session.ts";
import { toAttributesRequest } from "./stat.ts";
import { DEFAULT_PORT, type GopherUrl } from "./syntax.ts";

/**
 * Returns what opening the URL would send. A form in the URL is included as if allowForms were set.
 *
 * @throws {AccessError} control-octet, unsupported, too-long.
 */
export function plan(url: GopherUrl, operation = "get"): Plan {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return createPlan(createExchange(operation, url), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer: createIdealPeer(operation, url),
    cite: "RFC 1436",
  });
}

const OPTIONS: GopherSettings = { ...gopherOptions.defaults, limits: DEFAULT_LIMITS, allowForms: true };

function createExchange(operation: string, url: GopherUrl): Exchange<unknown, unknown> {
  const { parts } = url;
  if (operation === "list") return retrieveMenu(parts, OPTIONS);
  if (operation !== "get" && operation !== "stat")
    throw noPlanError("gopher", operation, ["get", "list", "stat"]);
  rejectSession(url);
  if (operation === "stat") return retrieveAttributes(toAttributesRequest(parts), OPTIONS);
  if (parts.gopherPlus !== "?") return retrieveItem(parts, OPTIONS);
  throw new AccessError("unsupported", "cannot plan this request: it depends on the form of the server", {
    hint: 'use "stat" to plan the request for the form',
  });
}

/** Returns an ideal server: it has the requested attributes; otherwise it closes the connection at once. */
function createIdealPeer(operation: string, { parts }: GopherUrl): IdealPeer {
  const { kind } = parsePlusRequest(parts.gopherPlus ?? "+");
  const attributed = operation === "stat" || kind === "attributes" || kind === "directory-attributes";
  return (sent) => (sent !== undefined && attributed ? ATTRIBUTES : undefined);
}

const ATTRIBUTES = octetsOf("+-1\r\n+INFO: 1\t\th.example\t70\t+\r\n.\r\n");
