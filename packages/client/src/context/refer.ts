import { AccessError, type Completeness, type Registry, type Url } from "@anyurl/core";
import type { Context, Remote } from "@anyurl/core/exchange";
import type { Opening } from "../opening.ts";
import type { Door } from "./door.ts";

/** How one URL leads to another within a call. */
export interface Referrals {
  /** The URL that is opened here. */
  readonly url: Url;
  /** The normal forms of those that have led to it. */
  readonly chain: readonly string[];
  /** Another opening of the same call: its limits, signal and transcript, and no login or option of this one. */
  open(url: string, chain: readonly string[]): Opening<"get">;
}

/**
 * Gets what a server has referred us to, in place of what was asked for: by the registry and the policy of the client,
 * within the same call, and without anything of the first URL. Whoever has a public address sends us to no private one;
 * nobody sends us to a file.
 *
 * It throws AccessErrors: redirect-refused: no URL, a file, a URL with a login; too-many-redirects: more than
 * `maxReferrals`, or a circle; scheme-blocked, scheme-not-installed; and what the other URL fails with.
 */
export function referOf({ settings, call, limits, referrals }: Door): NonNullable<Context["refer"]> {
  return async (text, { sentBy } = {}) => {
    const { registry } = settings;
    const to = checked(text, registry, limits.maxUrlLength);
    const chain = [...referrals.chain, normalOf(referrals.url, registry)];
    if (chain.length > limits.maxReferrals) {
      throw new AccessError(
        "too-many-redirects",
        `one URL leads to another more than ${limits.maxReferrals} times`,
        {
          hint: "raise the limit maxReferrals",
        },
      );
    }
    if (chain.includes(normalOf(to, registry)))
      throw new AccessError("too-many-redirects", "the servers send us in a circle");
    const opening = referrals.open(text, chain);
    // However the call ends, so does what it has led to.
    call.whenOver(() => opening.end());
    const entity = await opening.run((get, url, context) => get(url, sent(context, sentBy)), "stays open");
    return { ...entity, body: ofReferral(opening, entity.body) };
  };
}

/** @throws {AccessError} redirect-refused */
function checked(text: string, registry: Registry, maxUrlLength: number): Url {
  const parsed = registry.tryParse(text, { maxUrlLength });
  if (!parsed.ok) throw refused("what is no URL");
  const url = parsed.url as Url;
  if (url.scheme === "file") throw refused("a file of this machine");
  if (url.userinfo !== undefined) throw refused("a URL with a login");
  return url;
}

function refused(where: string): AccessError {
  return new AccessError("redirect-refused", `the server sends us to ${where}, and is not followed`);
}

function normalOf(url: Url, registry: Registry): string {
  try {
    return registry.normalize(url);
  } catch {
    // What cannot be normalized is still the same as itself.
    return url.href;
  }
}

/**
 * The context of a URL to which somebody has sent us: that is known wherever it goes from there. It has no files, and no
 * connections that were kept, for those were opened for somebody else's reasons.
 */
function sent(context: Context, by: Remote | undefined): Context {
  const { files: _files, lease: _lease, ...rest } = context;
  if (by === undefined) return rest;
  const { connect, http, datagram, refer } = context;
  return {
    ...rest,
    connect: (endpoint, how) => connect(endpoint, { sentBy: by, ...how }),
    ...(http && { http: (request, how) => http(request, { sentBy: by, ...how }) }),
    ...(datagram && { datagram: (endpoint, how) => datagram(endpoint, { sentBy: by, ...how }) }),
    ...(refer && { refer: (url, how) => refer(url, { sentBy: by, ...how }) }),
  };
}

type Body = AsyncGenerator<Uint8Array, Completeness, void>;

/** The octets of what we were referred to; the opening ends with them. */
async function* ofReferral(opening: Opening<"get">, body: Body): Body {
  try {
    return yield* body;
  } catch (error) {
    throw opening.told(error);
  } finally {
    opening.end();
  }
}
