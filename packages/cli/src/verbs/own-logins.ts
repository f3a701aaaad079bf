import type { CredentialsCallback } from "@anyurl/client";
import { asciiLowerCase, loginOf, type Registry } from "@anyurl/core";
import type { Url } from "anyurl";

/**
 * Tells the passwords that stand in the URLs of the command line, for what lies below them: the URLs of entries have the user
 * of their directory, and not the password. Only to that user at that very server.
 */
export function ownLogins(
  urls: readonly Url[],
  registry: () => Pick<Registry, "scheme">,
): CredentialsCallback {
  return ({ scheme, host, port, user, wanted, attempt, elsewhere }) => {
    if (wanted !== "password" || attempt > 1 || elsewhere || user === undefined) return undefined;
    for (const url of urls) {
      const own = loginOf(url, registry().scheme(url.scheme)?.defaultPort(url.scheme) ?? 0);
      const isHere =
        url.scheme === scheme && asciiLowerCase(own.hostname) === asciiLowerCase(host) && own.port === port;
      if (isHere && own.user === user && own.password !== undefined) return { user, password: own.password };
    }
    return undefined;
  };
}
