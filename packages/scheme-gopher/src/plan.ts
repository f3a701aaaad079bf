import { AccessError, DEFAULT_LIMITS, loginOf, type Plan } from "@anyurl/core";
import { type IdealPeer, planOf } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { menu, retrieve } from "./exchange.ts";
import { refuseSession } from "./session.ts";
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
    peer,
    cite: "RFC 1436",
  });
}

function exchangeOf(operation: string, url: GopherUrl) {
  const options = { limits: DEFAULT_LIMITS, allowForms: true };
  if (operation === "get") {
    refuseSession(url);
    return retrieve(url.parts, options);
  }
  if (operation === "list") return menu(url.parts, options);
  throw new AccessError("unsupported", `gopher has no plan for "${operation}"`, {
    hint: 'plan "get" or "list"',
  });
}

/** A server that closes at once: every reply of Gopher is what comes before the close. */
const peer: IdealPeer = () => undefined;
