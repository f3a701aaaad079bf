import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import type { SendStep } from "@anyurl/core/exchange";
import { formatPath, type XDemoParts } from "./syntax.ts";

export type Verb = "GET" | "LIST" | "PUT";

/**
 * request = verb SP path CR LF: the path as the URL has it, so that no octet of a name can end the line.
 *
 * @throws {AccessError} control-octet: NUL, CR or LF in a name; too-long: more than `maxCommand`.
 */
export function requestOf(verb: Verb, { segments }: XDemoParts, { maxCommand }: Limits): SendStep {
  if (segments.some((segment) => /[\0\r\n]/.test(segment)))
    throw new AccessError("control-octet", "no name on the server has NUL, CR or LF in it");
  const octets = octetsOf(`${verb} ${formatPath(segments)}\r\n`);
  if (octets.length > maxCommand) {
    throw new AccessError("too-long", `the request has more than ${maxCommand} octets`, {
      hint: "raise the limit maxCommand",
    });
  }
  return { do: "send", octets, part: "path", cite: "README, The protocol" };
}
