import { AccessError, DEFAULT_LIMITS, loginOf, octetsOf, type Plan } from "@anyurl/core";
import { type Exchange, type IdealPeer, planOf } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { attributes, menu, retrieve } from "./exchange.ts";
import { checkedOptions } from "./options.ts";
import { plusRequestOf } from "./plus.ts";
import { refuseSession } from "./session.ts";
import { attributesRequest } from "./stat.ts";
import { DEFAULT_PORT, type GopherUrl } from "./syntax.ts";

/**
 * What opening the URL would send. A form is shown as it would be sent, where that is allowed.
 *
 * @throws {AccessError} control-octet, unsupported, too-long.
 */
export function plan(url: GopherUrl, operation = "get"): Plan {
  const { hostname, port } = loginOf(url, DEFAULT_PORT);
  return planOf(exchangeOf(operation, url), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer: peerOf(operation, url),
    cite: "RFC 1436",
  });
}

const OPTIONS = { ...checkedOptions({}, DEFAULT_LIMITS), allowForms: true };

function exchangeOf(operation: string, url: GopherUrl): Exchange<unknown, unknown> {
  const { parts } = url;
  if (operation === "list") return menu(parts, OPTIONS);
  if (operation !== "get" && operation !== "stat") {
    throw new AccessError("unsupported", `gopher has no plan for "${operation}"`, {
      hint: 'plan "get", "list" or "stat"',
    });
  }
  refuseSession(url);
  if (operation === "stat") return attributes(attributesRequest(parts), OPTIONS);
  if (parts.gopherPlus !== "?") return retrieve(parts, OPTIONS);
  throw new AccessError("unsupported", "what is sent depends on the form, which the server has", {
    hint: 'plan "stat", which fetches the form',
  });
}

/** A server that agrees to everything: it has the attributes that are asked for, and else it closes at once. */
function peerOf(operation: string, { parts }: GopherUrl): IdealPeer {
  const { kind } = plusRequestOf(parts.gopherPlus ?? "+");
  const attributed = operation === "stat" || kind === "attributes" || kind === "directory-attributes";
  return (sent) => (sent !== undefined && attributed ? ATTRIBUTES : undefined);
}

const ATTRIBUTES = octetsOf("+-1\r\n+INFO: 1\t\th.example\t70\t+\r\n.\r\n");
