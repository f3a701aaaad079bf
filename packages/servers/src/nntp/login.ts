import type { NewsSession } from "./news-session.ts";
import { createReply, type NntpReply } from "./reply.ts";

/** Returns whether this session may read. */
export function canRead({ world, authenticated }: NewsSession): boolean {
  return world.loginFor !== "reading" || authenticated;
}

/** AUTHINFO USER and PASS (RFC 4643 §2.3). */
export function authinfo(session: NewsSession, [kind = "", argument = ""]: readonly string[]): NntpReply {
  const { world, authenticated, secured } = session;
  if (authenticated) return createReply(502, "You have logged in");
  if (world.tls !== undefined && !secured) return createReply(483, "Begin TLS first");
  switch (kind.toUpperCase()) {
    case "USER":
      session.user = argument;
      return createReply(381, "And the password");
    case "PASS": {
      const { user } = session;
      if (user === undefined) return createReply(482, "The user comes first");
      session.user = undefined;
      if (world.accounts.get(user) !== argument) return createReply(481, "The login is not accepted");
      session.authenticated = true;
      return createReply(281, "Welcome");
    }
    default:
      return createReply(501, "AUTHINFO supports USER and PASS");
  }
}
