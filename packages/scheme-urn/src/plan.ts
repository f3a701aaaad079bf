import { AccessError, displayText, noPlanError, type Plan, parse, parsePort } from "@anyurl/core";
import { type UrnSettings, urnOptions } from "./options.ts";
import { expandForUrn, findResolver } from "./resolve.ts";
import type { UrnUrl } from "./syntax.ts";

/**
 * Returns the step of opening a URN that this scheme decides: to connect to the server of its resolver. The request
 * depends on the scheme of that URL.
 *
 * @throws {AccessError} unsupported: another operation than "get", no resolver, or a resolver function, which is not
 *   called; redirect-refused.
 */
export function plan(url: UrnUrl, operation = "get", options: UrnSettings = urnOptions.defaults): Plan {
  if (operation !== "get") throw noPlanError("urn", operation, ["get"]);
  const resolver = findResolver(url, options);
  if (typeof resolver !== "string") {
    throw new AccessError("unsupported", "cannot plan a URN with a resolver function: only get calls it");
  }
  const target = parse(expandForUrn(url, resolver));
  const { host } = target;
  if (host === undefined) {
    const text = `open ${displayText(target.href)}, which the resolver names`;
    return { operation, steps: [{ do: "local", text, url: target.href, cite: "RFC 8141 §2.3.1" }] };
  }
  const port = parsePort(target.port);
  return { operation, steps: [{ do: "connect", on: "control", host, port, cite: "RFC 8141 §2.3.1" }] };
}
