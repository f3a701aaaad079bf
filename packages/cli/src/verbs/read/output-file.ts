import { stat } from "node:fs/promises";
import { join } from "node:path";
import { localNameProblem } from "@anyurl/client";
import { displayText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import { fileName } from "../write/url-or-file.ts";

export interface OutputOptions {
  /** A file, or a directory in which the file is. */
  readonly output?: string;
  /** In the working directory, by the name that the URL has. */
  readonly remoteName?: boolean;
}

/**
 * Where a file is going to be written; `undefined`: to standard output. A directory is what ends in "/", and what is one.
 * Its name in there is the URL's, and never what a server says.
 *
 * @throws {UsageError} the URL has no name that a file here may have.
 */
export async function resolveOutputFile(
  url: Url,
  { output, remoteName }: OutputOptions,
): Promise<string | undefined> {
  const directory = remoteName === true ? "." : output;
  if (directory === undefined) return undefined;
  if (remoteName !== true && !directory.endsWith("/") && !(await isDirectory(directory))) return directory;
  const name = fileName({ url, file: undefined });
  const unsafe = name === undefined ? "the URL has no file name" : localNameProblem(name);
  if (name !== undefined && unsafe === undefined) return join(directory, name);
  const shown = displayText(redact(url.href));
  throw new UsageError(`${shown} has no usable file name: ${unsafe}`, "use -o FILE to choose a name");
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
