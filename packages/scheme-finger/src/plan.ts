import { DEFAULT_LIMITS, noPlanError, type Plan, parseLogin } from "@anyurl/core";
import { createPlan } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { createRequest, query } from "./exchange.ts";
import { type FingerSettings, fingerOptions } from "./options.ts";
import { DEFAULT_PORT, type FingerUrl } from "./syntax.ts";

/**
 * Returns the line that opening the URL would send.
 *
 * @throws {AccessError} control-octet, redirect-refused, too-long, unsupported.
 */
export function plan(
  url: FingerUrl,
  operation = "get",
  options: FingerSettings = fingerOptions.defaults,
): Plan {
  if (operation !== "get") throw noPlanError("finger", operation, ["get"]);
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  return createPlan(query(createRequest(url.parts, options, DEFAULT_LIMITS)), {
    operation,
    endpoint: { host, port },
    parts: describe(url),
    peer: () => undefined,
    cite: "RFC 1288 §2.2",
  });
}
