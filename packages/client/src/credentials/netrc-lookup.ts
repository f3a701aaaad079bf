import { asciiLowerCase } from "@anyurl/core";
import type { CredentialsCallback } from "./callback.ts";
import type { Netrc, NetrcEntry } from "./netrc.ts";

export interface NetrcQuery {
  readonly host: string;
  /** Whom the URL names: then only an entry for that user will do. */
  readonly user?: string | undefined;
  /** Did a server lead there? Then the entry `default`, which has no host of its own, does not count. */
  readonly elsewhere?: boolean;
}

/**
 * The first entry for a host and a user, in the order of the file. A host matches whole, its case aside; `h` and `h.`
 * are two. What an entry leaves out no other one lends it.
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

/** Tells the logins of a netrc file. The same one is not told twice: a server that refuses it would do so again. */
export function netrcCredentials(netrc: Netrc): CredentialsCallback {
  return ({ host, user, wanted, attempt, elsewhere }) => {
    // A password is somebody's: without a name nobody knows whose.
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
