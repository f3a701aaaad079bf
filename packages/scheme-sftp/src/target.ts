import { AccessError, octetsOf, parseLogin } from "@anyurl/core";
import type { SftpSettings } from "./options.ts";
import { DEFAULT_PORT, isDirectoryPath, removeDots, type SftpUrl } from "./syntax.ts";

/** Where a URL leads. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** The bytes that are sent. A relative name begins in the home directory (draft-ietf-secsh-filexfer-02 §6.2). */
  readonly path: Uint8Array;
  readonly isDirectory: boolean;
  /** The part of the URL with the last name; `undefined`: the root. */
  readonly part: string | undefined;
}

/**
 * Returns the server and the path of a URL.
 *
 * @throws {AccessError} separator-in-segment, control-octet: a name cannot be one of a file; nothing was sent.
 */
export function toTarget(url: SftpUrl, { pathBase }: Pick<SftpSettings, "pathBase">): Target {
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  const { home, segments } = removeDots(url.parts);
  // "//a" begins at the root, and "/" is the home directory.
  const isRelative = home || (pathBase === "home" && (segments[0] !== "" || segments.length === 1));
  const names = segments.filter((name) => name !== "");
  for (const name of names) {
    if (name.includes("/"))
      throw new AccessError("separator-in-segment", 'a name cannot contain "/"; nothing was sent', {
        hint: 'write "/" for "%2F" between two names',
      });
    if (name.includes("\0"))
      throw new AccessError("control-octet", "a name cannot contain NUL; nothing was sent", {
        hint: 'remove "%00"',
      });
  }
  const text = names.join("/");
  return {
    ...{ host, port },
    path: octetsOf(isRelative ? text || "." : `/${text}`),
    isDirectory: isDirectoryPath(url.parts),
    part:
      names.length === 0
        ? home && url.parts.home
          ? "home"
          : undefined
        : `segments[${url.parts.segments.lastIndexOf(names.at(-1)!)}]`,
  };
}
