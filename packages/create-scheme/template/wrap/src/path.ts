import { AccessError } from "@anyurl/core";
import { formatPath, type XDemoParts } from "./syntax.ts";

/**
 * Returns the path of a request: as in the URL.
 *
 * @throws {AccessError} control-octet: NUL, CR, or LF in a name.
 */
export function toPath({ segments }: XDemoParts): string {
  if (segments.some((segment) => /[\0\r\n]/.test(segment)))
    throw new AccessError("control-octet", "a name contains NUL, CR, or LF; nothing was sent");
  return formatPath(segments);
}
