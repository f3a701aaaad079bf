import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import type { SendStep } from "@anyurl/core/exchange";
import { formatPath, type XDemoParts } from "./syntax.ts";

export type Verb = "GET" | "LIST" | "PUT";

/**
 * request = verb SP path CR LF: the path as in the URL, so that no byte of a name can end the line.
 *
 * @throws {AccessError} control-octet: NUL, CR, or LF in a name; too-long: more than `maxCommand`.
 */
export function formatRequest(verb: Verb, { segments }: XDemoParts, { maxCommand }: Limits): SendStep {
  if (segments.some((segment) => /[\0\r\n]/.test(segment)))
    throw new AccessError("control-octet", "a name contains NUL, CR, or LF; nothing was sent");
  const octets = octetsOf(`${verb} ${formatPath(segments)}\r\n`);
  if (octets.length > maxCommand) {
    throw new AccessError("too-long", `the request exceeds the limit of ${maxCommand} bytes`, {
      hint: "increase the limit maxCommand",
    });
  }
  return { do: "send", octets, part: "path", cite: "README, The protocol" };
}
