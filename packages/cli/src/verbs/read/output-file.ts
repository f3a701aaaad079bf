import { stat } from "node:fs/promises";
import { join } from "node:path";
import { localNameProblem } from "@anyurl/client";
import { displayText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import { fileName } from "../write/url-or-file.ts";

export interface OutputOptions {
  /** A file, or a directory for the file. */
  readonly output?: string | undefined;
  /** Write to the working directory, under the name in the URL. */
  readonly remoteName?: boolean | undefined;
}

/**
 * Returns the path of the output file; `undefined` for standard output. A path is a directory if it ends in "/" or is
 * an existing directory. The name in it comes from the URL, never from the server.
 *
 * @throws {UsageError} the URL has no name that is safe for a local file.
 */
export async function resolveOutputFile(
  url: Url,
  { output, remoteName }: OutputOptions,
): Promise<string | undefined> {
  const directory = await outputDirectory({ output, remoteName });
  if (directory === undefined) return output;
  const name = fileName({ url, file: undefined });
  const unsafe = name === undefined ? "the URL has no file name" : localNameProblem(name);
  if (name !== undefined && unsafe === undefined) return join(directory, name);
  const shown = displayText(redact(url.href));
  throw new UsageError(`${shown} has no usable file name: ${unsafe}`, "use -o FILE to choose a name");
}

/** Returns the directory for the output file; `undefined` if the output is a file, or standard output. */
export async function outputDirectory({ output, remoteName }: OutputOptions): Promise<string | undefined> {
  if (remoteName === true) return ".";
  return output !== undefined && (output.endsWith("/") || (await isDirectory(output))) ? output : undefined;
}

export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
