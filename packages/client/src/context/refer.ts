import { AccessError, type Registry, type Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { CallBody } from "../body/call-body.ts";
import { refused } from "../call/provenance.ts";
import type { CallNetwork } from "./call-network.ts";

/**
 * Creates the function that follows a referral: it gets another URL instead of the requested one, with the registry and
 * the policy of the client, within the same call, and without any data of the first URL. The rules of URLs that a
 * server named apply.
 *
 * It throws AccessErrors: redirect-refused: not a URL, a file, a URL with a login; too-many-redirects: more than
 * `maxReferrals`, or a loop; scheme-blocked, scheme-not-installed; and the errors of the other URL.
 */
export function createRefer({
  settings,
  call,
  limits,
  referrals,
}: CallNetwork): NonNullable<Context["refer"]> {
  return async (text) => {
    const { registry } = settings;
    const to = registry.tryParse(text, { maxUrlLength: limits.maxUrlLength });
    if (!to.ok) throw refused("it is not valid");
    const chain = [...referrals.chain, normalOf(referrals.url, registry)];
    if (chain.length > limits.maxReferrals) {
      throw new AccessError("too-many-redirects", `more than ${limits.maxReferrals} referrals`, {
        hint: "increase the limit maxReferrals",
      });
    }
    if (chain.includes(normalOf(to.url as Url, registry)))
      throw new AccessError("too-many-redirects", "the referrals form a loop");
    const opening = referrals.open(text, chain);
    // The referral ends together with the call.
    call.whenOver(() => opening.end());
    const entity = await opening.run((get, url, context) => get(url, context), "stays open");
    return { ...entity, body: new CallBody(opening, entity.body, { framing: undefined }) };
  };
}

function normalOf(url: Url, registry: Registry): string {
  try {
    return registry.normalize(url);
  } catch {
    // Returns the normal form, or the URL unchanged if it cannot be normalized.
    return url.href;
  }
}
