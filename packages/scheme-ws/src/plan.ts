import { DEFAULT_LIMITS, noPlanError, octetsOf, type Plan } from "@anyurl/core";
import { createPlan, type Exchange } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { type WsSettings, wsOptions } from "./options.ts";
import { type Handshake, toHandshake } from "./request.ts";
import type { WsUrl } from "./syntax.ts";

/**
 * Returns the handshake that opening the URL would send. Its key is random, and shown as "***".
 *
 * @throws {AccessError} too-long, unsupported.
 */
export function plan(url: WsUrl, operation = "open", options: WsSettings = wsOptions.defaults): Plan {
  if (operation !== "open") throw noPlanError(url.scheme, operation, ["open"]);
  const handshake = toHandshake(url, options, DEFAULT_LIMITS.maxCommand);
  return createPlan(send(handshake, options), {
    operation,
    endpoint: { host: handshake.host, port: handshake.port, tls: url.parts.secure },
    parts: describe(url),
    peer: () => undefined,
    cite: "RFC 6455 §4.1",
  });
}

function* send({ target, headers }: Handshake, { compress, protocols = [] }: WsSettings): Exchange<never> {
  const fields: readonly (readonly [string, string])[] = [
    ...Object.entries(headers),
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", KEY],
    ["Connection", "Upgrade"],
    ["Upgrade", "websocket"],
    ...(compress
      ? ([["Sec-WebSocket-Extensions", "permessage-deflate; client_max_window_bits"]] as const)
      : []),
    ...(protocols.length > 0 ? ([["Sec-WebSocket-Protocol", protocols.join(",")]] as const) : []),
  ];
  const lines = [`GET ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), "", ""];
  const text = lines.join("\r\n");
  const start = octetsOf(text.slice(0, text.indexOf(KEY))).length;
  yield { do: "send", octets: octetsOf(text), part: "path", secret: [start, start + KEY.length] };
}

/** Masked: only its place is known. */
const KEY = "AAAAAAAAAAAAAAAAAAAAAA==";
