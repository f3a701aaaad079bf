import { asciiLowerCase } from "@anyurl/core";
import type { CredentialsCallback } from "./callback.ts";
import type { Netrc, NetrcEntry } from "./netrc.ts";

export interface NetrcQuery {
  readonly host: string;
  /** The user of the URL. If present, only an entry for this user matches. */
  readonly user?: string | undefined;
  /** True after a redirect or a referral. The entry `default`, which has no host, then does not match. */
  readonly elsewhere?: boolean;
}

/**
 * Finds the first entry for a host and a user, in file order. The whole host must match, ignoring case; `h` and `h.`
 * are different. A missing field is never taken from another entry.
 */
export function findNetrcEntry(
  { entries }: Netrc,
  { host, user, elsewhere = false }: NetrcQuery,
): NetrcEntry | undefined {
  const wanted = asciiLowerCase(host);
  return entries.find(
    (entry) =>
      (entry.host === undefined ? !elsewhere : asciiLowerCase(entry.host) === wanted) &&
      (user === undefined || entry.login === user),
  );
}

/**
 * Returns a credentials callback for a netrc file. It never answers a second attempt, because the server rejected the
 * same login before.
 */
export function netrcCredentials(netrc: Netrc): CredentialsCallback {
  return ({ host, user, wanted, attempt, elsewhere }) => {
    // Without a user, it is not known whose password is wanted.
    if (attempt > 1 || (user === undefined && wanted !== "user")) return undefined;
    const entry = findNetrcEntry(netrc, { host, user, elsewhere });
    if (entry?.login === undefined) return undefined;
    const { login, password, account } = entry;
    return {
      user: login,
      ...(password !== undefined && { password }),
      ...(account !== undefined && { account }),
    };
  };
}
