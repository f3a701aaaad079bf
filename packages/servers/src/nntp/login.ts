import type { NewsSession } from "./commands.ts";
import { line, type NntpReply } from "./reply.ts";

/** Returns whether this session may read. */
export function mayRead({ world, authenticated }: NewsSession): boolean {
  return world.loginFor !== "reading" || authenticated;
}

/** AUTHINFO USER and PASS (RFC 4643 §2.3). */
export function authinfo(session: NewsSession, [kind = "", argument = ""]: readonly string[]): NntpReply {
  const { world, authenticated, secured } = session;
  if (authenticated) return line(502, "You have logged in");
  if (world.tls !== undefined && !secured) return line(483, "Begin TLS first");
  switch (kind.toUpperCase()) {
    case "USER":
      session.user = argument;
      return line(381, "And the password");
    case "PASS": {
      const { user } = session;
      if (user === undefined) return line(482, "The user comes first");
      session.user = undefined;
      if (world.accounts.get(user) !== argument) return line(481, "The login is not accepted");
      session.authenticated = true;
      return line(281, "Welcome");
    }
    default:
      return line(501, "AUTHINFO supports USER and PASS");
  }
}
