import { parseLogin } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Tn3270Settings } from "./options.ts";
import { createSession, type Tn3270Session } from "./session.ts";
import { DEFAULT_PORT, type Tn3270Url } from "./syntax.ts";
import { rejectControls, toEndpoint } from "./target.ts";

/**
 * Opens a session with the host of a tn3270 URL. Resolves after the host has shown its first screen.
 *
 * @throws {AccessError} control-octet: before connecting; busy, not-found: the logical unit; unsupported: the host does
 *   not send records; truncated, protocol-error, …
 */
export async function open(url: Tn3270Url, context: Context<Tn3270Settings>): Promise<Tn3270Session> {
  const { user, password } = parseLogin(url, DEFAULT_PORT);
  rejectControls(user, password);
  const connection = await context.connect(toEndpoint(url, context.options));
  const login = context.options.suggest ? { user, password } : { user: undefined, password: undefined };
  return createSession(connection, context, login);
}
