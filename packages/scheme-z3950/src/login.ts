import { AccessError } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Login } from "./message.ts";
import type { Z3950Settings } from "./options.ts";

/** @throws {AccessError} tls-required: a password would be sent without TLS. Nothing has been sent. */
export function checkLogin({ user, tls, clearTextLogin }: Z3950Settings): void {
  if (user !== undefined && !tls && !clearTextLogin)
    throw new AccessError("tls-required", "cannot send a password without TLS; nothing was sent", {
      hint: "set the z39.50 option tls, if the server supports it, or clearTextLogin",
    });
}

/**
 * Asks for the password of the option `user`. `undefined`: there is no login.
 *
 * @throws {AccessError} tls-required; auth-required: no password.
 */
export async function askLogin(
  endpoint: { readonly scheme: string; readonly host: string; readonly port: number },
  context: Pick<Context<Z3950Settings>, "ask" | "options">,
): Promise<Login | undefined> {
  checkLogin(context.options);
  const { user } = context.options;
  if (user === undefined) return undefined;
  const answer = await context.ask({ ...endpoint, user, wanted: "password" });
  if (answer?.password === undefined)
    throw new AccessError("auth-required", "a login requires a password; nothing was sent", {
      hint: "add the password to the client's credentials",
    });
  return { user, password: answer.password };
}
