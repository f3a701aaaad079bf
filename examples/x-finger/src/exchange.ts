import { AccessError, DEFAULT_LIMITS, type Limits, octetsOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";

/**
 * Sends a {Q1} query, and emits what the server says until it closes the connection (RFC 1288 §2.3).
 *
 * @throws {AccessError} control-octet, too-long; redirect-refused: a {Q2} query asks the server to forward it (§3.2.1).
 */
export function* query(
  request: string,
  { maxCommand }: Limits = DEFAULT_LIMITS,
): Exchange<Uint8Array, "unknown"> {
  if (/[\0\r\n]/.test(request))
    throw new AccessError("control-octet", "a finger request is one line; nothing was sent");
  if (request.includes("@"))
    throw new AccessError(
      "redirect-refused",
      "a request with @ asks the server to forward it; nothing was sent",
      {
        hint: "open the URL of the other host",
      },
    );
  const octets = octetsOf(`${request}\r\n`);
  if (octets.length > maxCommand)
    throw new AccessError("too-long", `the request is longer than ${maxCommand} bytes; nothing was sent`, {
      hint: "increase the limit maxCommand",
    });
  yield { do: "send", octets, part: "request", cite: "RFC 1288 §2.3" };
  for (;;) {
    const received = yield { do: "receive", phase: "body", onLoan: true };
    if (received === undefined) return "unknown";
    yield { do: "emit", event: received };
  }
}
