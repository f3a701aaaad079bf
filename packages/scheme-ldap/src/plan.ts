import { DEFAULT_LIMITS, noPlanError, type Plan } from "@anyurl/core";
import { answerWithPlaceholders, createPlan, type IdealPeer } from "@anyurl/core/exchange";
import { BerReader, encodeElement, encodeInteger, encodeString, TAG } from "./ber.ts";
import { describe } from "./describe.ts";
import { LISTED_ATTRIBUTES } from "./entries.ts";
import { search } from "./exchange.ts";
import { OPERATION } from "./message.ts";
import { type LdapSettings, ldapOptions } from "./options.ts";
import { checkLogin } from "./session.ts";
import type { LdapUrl } from "./syntax.ts";
import { hasEntries, toListing, toSearch, toServer } from "./target.ts";

/**
 * Returns what opening the URL would send.
 *
 * @throws {AccessError} missing-host, tls-required, not-a-directory; unsupported: the URL has a critical extension, or
 *   the operation has no plan.
 */
export function plan(
  url: LdapUrl,
  operation: string = hasEntries(url) ? "list" : "get",
  options: LdapSettings = ldapOptions.defaults,
): Plan {
  const { hostname, port } = toServer(url);
  const tls = url.scheme === "ldaps";
  const init = { options, limits: DEFAULT_LIMITS, tls };
  checkLogin(init);
  const target = targetOf(url, operation);
  return createPlan(answerWithPlaceholders(search(target, init)), {
    operation,
    endpoint: { host: hostname, port, tls },
    parts: describe(url),
    peer: idealPeer,
    cite: "RFC 4511",
  });
}

function targetOf(url: LdapUrl, operation: string) {
  if (operation === "get") return toSearch(url);
  if (operation === "list") return toListing(url);
  if (operation === "stat") {
    const isSearch = (url.parts.scope ?? "base") !== "base";
    const target = { ...toSearch(url), scope: "base" as const, attributes: LISTED_ATTRIBUTES };
    return isSearch ? { ...target, filter: "(objectClass=*)" } : target;
  }
  throw noPlanError("ldap", operation, ["get", "list", "stat"]);
}

const RESPONSES: ReadonlyMap<number, number> = new Map([
  [OPERATION.bindRequest, OPERATION.bindResponse],
  [OPERATION.searchRequest, OPERATION.searchDone],
  [OPERATION.extendedRequest, OPERATION.extendedResponse],
]);

/** A server that accepts everything and finds nothing. */
const idealPeer: IdealPeer = (sent) => {
  if (sent === undefined) return undefined;
  const message = new BerReader(sent).readConstructed(TAG.sequence);
  const id = message.readInteger();
  const response = RESPONSES.get(message.readElement().tag);
  if (response === undefined) return undefined;
  const result = encodeElement(
    response,
    encodeInteger(0, TAG.enumerated),
    encodeString(""),
    encodeString(""),
  );
  return encodeElement(TAG.sequence, encodeInteger(id), result);
};
