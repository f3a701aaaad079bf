import { parseLogin } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { rejectControls } from "./plan.ts";
import { createSession, type TelnetSession } from "./session.ts";
import { type ResolvedTelnetOptions, toSettings } from "./settings.ts";
import { DEFAULT_PORT, type TelnetUrl } from "./syntax.ts";

/**
 * Opens a session with the service of a telnet URL. Resolves after the connection is open, because a server may wait
 * for the client to begin. Sends nothing.
 *
 * @throws {AccessError} control-octet: before connecting.
 */
export async function open(url: TelnetUrl, context: Context<ResolvedTelnetOptions>): Promise<TelnetSession> {
  const { scheme } = url;
  const { hostname, port, user, password } = parseLogin(url, DEFAULT_PORT[scheme]);
  rejectControls(user, password);
  const settings = toSettings(context);
  const connection = await context.connect({ host: hostname, port, tls: scheme === "telnets" });
  return createSession(connection, context, {
    settings,
    user,
    ownPassword: password,
    password: async () => {
      const request = { scheme, host: hostname, port, user, wanted: "password" } as const;
      return password ?? (await context.ask(request))?.password;
    },
  });
}
