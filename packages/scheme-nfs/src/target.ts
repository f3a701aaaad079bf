import { AccessError } from "@anyurl/core";
import type { Target } from "./find.ts";
import { serverOf } from "./link.ts";
import { isDirectoryPath, type NfsUrl, removeDots } from "./syntax.ts";

const PORTMAPPER_PORT = 111;

/**
 * Returns the path of a URL on its server.
 *
 * @throws {AccessError} control-octet: NUL in a name; port-blocked: the port of the portmapper, which only the fallback to
 *   MOUNT uses.
 */
export function toTarget(url: NfsUrl): Target {
  const { absolute, segments } = removeDots(url.parts);
  const names = segments.filter((name) => name !== "");
  if (names.some((name) => name.includes("\0")))
    throw new AccessError("control-octet", "a file name cannot contain NUL", { hint: 'remove "%00"' });
  const server = serverOf(url);
  if (server.port === PORTMAPPER_PORT) {
    throw new AccessError(
      "port-blocked",
      "port 111 belongs to the portmapper, not to NFS; nothing was sent",
      {
        hint: "set the nfs option portmapperPort for a portmapper at another port",
      },
    );
  }
  return {
    ...{ absolute, names, server },
    isDirectory: isDirectoryPath(url.parts),
    part: names.length === 0 ? undefined : `segments[${url.parts.segments.lastIndexOf(names.at(-1)!)}]`,
  };
}
