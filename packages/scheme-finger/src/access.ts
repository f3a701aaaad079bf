import { type Entity, parseLogin } from "@anyurl/core";
import { bodyFromExchange, type Context, perform } from "@anyurl/core/exchange";
import { createRequest, query } from "./exchange.ts";
import type { FingerSettings } from "./options.ts";
import { DEFAULT_PORT, type FingerUrl } from "./syntax.ts";

/**
 * Downloads what the server says. That it does not know a user is a text as well. Only the close of the connection ends the
 * text, so whether it is complete is not known.
 *
 * @throws {AccessError} control-octet, redirect-refused, too-long.
 */
export async function get(url: FingerUrl, context: Context<FingerSettings>): Promise<Entity> {
  const request = createRequest(url.parts, context.options, context.limits);
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  const events = perform(query(request), await context.connect({ host, port }), context);
  return { mediaType: "text/plain", framing: "close", body: bodyFromExchange(events) };
}
