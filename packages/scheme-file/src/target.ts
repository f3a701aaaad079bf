import { AccessError } from "@anyurl/core";
import type { Context, Files } from "@anyurl/core/exchange";
import { type FileSettings, getLocalNames } from "./options.ts";
import { formatSystemPath } from "./path.ts";
import { type FileUrl, removeDotSegments } from "./syntax.ts";

/** The target of a file URL on this machine. */
export interface Target {
  readonly files: Files;
  readonly path: string;
  /** The last name, "" for a directory. */
  readonly name: string;
  readonly options: FileSettings;
}

/**
 * Returns the target, with the path of the plan on the local system. A UNC path is never opened: it would send the
 * user's credentials.
 *
 * @throws {AccessError} host-not-local, separator-in-segment, control-octet, unsafe-name, bad-path;
 *   unsupported: the transport has no files.
 */
export function resolveTarget(
  url: FileUrl,
  { files, options }: Pick<Context<FileSettings>, "files" | "options">,
): Target {
  if (files === undefined) {
    throw new AccessError("unsupported", "the transport has no access to files", {
      hint: "use a transport with files, such as @anyurl/transport-node",
    });
  }
  const segments = removeDotSegments(url.parts.segments);
  const path = formatSystemPath(url, segments, { system: files.system, localNames: getLocalNames(options) });
  return { files, path, name: segments.at(-1) ?? "", options };
}
