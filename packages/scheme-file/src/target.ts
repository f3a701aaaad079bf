import { AccessError } from "@anyurl/core";
import type { Context, Files } from "@anyurl/core/exchange";
import { type FileOptions, optionsOf } from "./options.ts";
import { pathOf } from "./path.ts";
import { type FileUrl, walked } from "./syntax.ts";

/** What a URL names here. */
export interface Target {
  readonly files: Files;
  readonly path: string;
  /** The last name, "" for a directory. */
  readonly name: string;
  readonly options: FileOptions;
}

/**
 * The path is that of the plan, on the system that the files are on. No UNC path is ever opened: it would hand out who
 * asks.
 *
 * @throws {AccessError} host-not-local, separator-in-segment, control-octet, unsafe-name, bad-path; bad-option;
 *   unsupported: there are no files here.
 */
export function targetOf(
  url: FileUrl,
  { files, options: given }: Pick<Context, "files" | "options">,
): Target {
  const options = optionsOf(given);
  if (files === undefined) {
    throw new AccessError("unsupported", "the transport has no files of this machine", {
      hint: "use one that has them, as the one for Node.js",
    });
  }
  const segments = walked(url.parts.segments);
  const path = pathOf(url, segments, { system: files.system, localNames: options.localNames });
  return { files, path, name: segments.at(-1) ?? "", options };
}
