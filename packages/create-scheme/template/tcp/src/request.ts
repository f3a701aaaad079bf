import { AccessError, type Limits } from "@anyurl/core";
import { formatCommand, type SendStep } from "@anyurl/core/exchange";
import { LINES } from "./reply.ts";
import { formatPath, type XDemoParts } from "./syntax.ts";

export type Verb = "GET" | "LIST" | "PUT";

/**
 * request = verb SP path CR LF: the path as in the URL, so that no byte of a name can end the line.
 *
 * @throws {AccessError} control-octet: NUL, CR, or LF in a name; too-long: more than `maxCommand`.
 */
export function formatRequest(verb: Verb, { segments }: XDemoParts, limits: Limits): SendStep {
  if (segments.some((segment) => /[\0\r\n]/.test(segment)))
    throw new AccessError("control-octet", "a name contains NUL, CR, or LF; nothing was sent");
  const text = `${verb} ${formatPath(segments)}`;
  return formatCommand(LINES, text, { limits, part: "segments", cite: "README, The protocol" });
}
