import type { Context as AnyContext } from "@anyurl/core/exchange";
import type { WsSettings } from "./options.ts";
import { toHandshake } from "./request.ts";
import { createSession, type WsSession } from "./session.ts";
import type { WsUrl } from "./syntax.ts";

/**
 * Opens a session of messages.
 *
 * @throws {AccessError} not-found, auth-required, permission-denied, redirect-refused, protocol-error, truncated, …
 */
export async function open(url: WsUrl, context: AnyContext<WsSettings>): Promise<WsSession> {
  const handshake = toHandshake(url, context.options, context.limits.maxCommand);
  const { host, port } = handshake;
  const connection = await context.connect({ host, port, tls: url.parts.secure });
  return createSession(connection, context, handshake);
}
