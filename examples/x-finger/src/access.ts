import { type Entity, parseLogin } from "@anyurl/core";
import { bodyFromExchange, type Context, perform } from "@anyurl/core/exchange";
import { query } from "./exchange.ts";
import type { FingerUrl } from "./index.ts";

/** What the server says of a user. A user that it does not know is a text, too. */
export async function get(url: FingerUrl, context: Context): Promise<Entity> {
  const { hostname: host, port } = parseLogin(url, 79);
  const exchange = query(url.parts.request, context.limits);
  const connection = await context.connect({ host, port });
  return {
    mediaType: "text/plain",
    framing: "close",
    body: bodyFromExchange(perform(exchange, connection, context)),
  };
}
