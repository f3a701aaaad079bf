import { AccessError, type Limits, octetsOf, tooLongError } from "@anyurl/core";
import type { Exchange, SendStep } from "@anyurl/core/exchange";
import type { FingerSettings } from "./options.ts";
import { type FingerParts, formatRequest } from "./syntax.ts";

/**
 * Returns the line of a request.
 *
 * @throws {AccessError} control-octet: it has control characters; redirect-refused: it asks the server to forward it;
 *   too-long: it has more than maxCommand bytes.
 */
export function createRequest(
  parts: FingerParts,
  { verbose, forward }: FingerSettings,
  { maxCommand }: Pick<Limits, "maxCommand">,
): SendStep {
  if (/[\0-\x1f\x7f]/.test(parts.request))
    throw new AccessError(
      "control-octet",
      "a finger request cannot contain control characters; nothing was sent",
      { hint: "remove the control characters from the URL" },
    );
  if (parts.hosts.length > 0 && !forward)
    throw new AccessError(
      "redirect-refused",
      'a request with "@" asks the server to forward it; nothing was sent',
      { hint: "open a URL of the other host, or set the finger option forward" },
    );
  const request = verbose && !parts.verbose ? formatRequest({ ...parts, verbose }) : parts.request;
  const octets = octetsOf(`${request}\r\n`);
  if (octets.length > maxCommand)
    throw tooLongError(
      `the request exceeds the limit of ${maxCommand} bytes; nothing was sent`,
      "maxCommand",
    );
  return { do: "send", octets, part: "request", cite: "RFC 1288 §2.3" };
}

/** Sends a request, and emits what the server says until it closes the connection (RFC 1288 §2.2). */
export function* query(request: SendStep): Exchange<Uint8Array, "unknown"> {
  yield request;
  for (;;) {
    const received = yield { do: "receive", phase: "body", onLoan: true };
    if (received === undefined) return "unknown";
    yield { do: "emit", event: received };
  }
}
