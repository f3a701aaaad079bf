import { AccessError, type Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { UrnSettings } from "./options.ts";
import { askResolver, expandForUrn, findResolver } from "./resolve.ts";
import type { UrnUrl } from "./syntax.ts";

/**
 * Gets the resource that a resolver of the options names. The client opens its URL with the rules for a URL that a server
 * named: no local file, no login, and the policy and limits of the call.
 *
 * @throws {AccessError} unsupported: no resolver; not-found: the resolver knows no URL; plugin-fault: it failed;
 *   redirect-refused; and the errors of the other URL.
 */
export async function get(url: UrnUrl, context: Context<UrnSettings>): Promise<Entity> {
  const resolver = findResolver(url, context.options);
  if (context.refer === undefined)
    throw new AccessError("unsupported", "cannot open a URN: this client follows no referrals");
  const target =
    typeof resolver === "string" ? expandForUrn(url, resolver) : await askResolver(url, resolver);
  context.signal.throwIfAborted();
  return context.refer(target);
}
