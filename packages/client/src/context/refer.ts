import { AccessError, type Entity, type Registry, redact, type Url } from "@anyurl/core";
import { checkEntity } from "../call/check-result.ts";
import { refused } from "../call/provenance.ts";
import type { CallNetwork, ReferredCall } from "./call-network.ts";

/**
 * Follows a referral: gets another URL instead of the requested one, with the registry and the policy of the client,
 * within the same call, and without any data of the first URL. The rules of URLs that a server named apply.
 *
 * @throws {AccessError} redirect-refused: not a URL, a file, a URL with a login; too-many-redirects: more than
 *   `maxReferrals`, or a loop; scheme-blocked, scheme-not-installed; and the errors of the other URL.
 */
export async function refer({ call, limits }: CallNetwork, text: string): Promise<Entity> {
  const { registry } = call.settings;
  const to = registry.tryParse(text, { maxUrlLength: limits.maxUrlLength });
  if (!to.ok) throw refused("it is not valid");
  const chain = [...call.chain, normalizeWithoutFragment(call.url, registry)];
  if (chain.length > limits.maxReferrals) {
    throw new AccessError("too-many-redirects", `more than ${limits.maxReferrals} referrals`, {
      hint: "increase the limit maxReferrals",
    });
  }
  if (chain.includes(normalizeWithoutFragment(to.url, registry)))
    throw new AccessError("too-many-redirects", "the referrals form a loop");
  const referred = call.referTo(text, chain);
  // The referral ends together with the call.
  call.whenOver(() => referred.end());
  const entity = await referred.run((get, url, context) => get(url, context), "stays open", checkEntity);
  referred.isUnread = true;
  return {
    ...entity,
    // A getter would be read too early by a spread.
    get status() {
      return entity.status;
    },
    url: entity.url ?? redact(text),
    body: readReferred(referred, entity.body),
  };
}

/** Yields the body of a referral. Its call ends with it. */
async function* readReferred(call: ReferredCall, body: Entity["body"]): Entity["body"] {
  try {
    for (;;) {
      call.isUnread = false;
      const next = await call.unlessAborted(body.next());
      if (next.done === true) return next.value;
      call.isUnread = true;
      yield next.value;
    }
  } catch (error) {
    throw call.toCallerError(error);
  } finally {
    // Do not wait for a body that hangs: its connections are closed next.
    body.return("unknown").catch(() => {});
    call.end();
  }
}

function normalizeWithoutFragment(url: Url, registry: Registry): string {
  try {
    return registry.normalize(url);
  } catch {
    // Returns the normal form, or the URL unchanged if it cannot be normalized.
    return url.href;
  }
}
