import { join } from "node:path";
import { localNameProblem } from "@anyurl/client";
import { displayText, isAccessError, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { say } from "../../language.ts";
import { withClient } from "../../opener.ts";
import { dispositionName } from "./disposition.ts";
import type { GetOptions } from "./get-options.ts";
import { outputDirectory, resolveOutputFile } from "./output-file.ts";

/** The attribute of `stat` with the name. */
const ATTRIBUTE = "content-disposition";

/**
 * Returns the output file in the directory of -O or -o: under the name that the server suggests, or else under the name in
 * the URL. A name that is hidden, reserved, or otherwise unsafe is not used.
 *
 * @throws {UsageError} there is no directory, or neither name is usable. @throws {AccessError} the metadata cannot be read.
 */
export async function resolveSuggestedFile(
  url: Url,
  options: GetOptions,
  io: Io,
): Promise<string | undefined> {
  const directory = await outputDirectory(options);
  if (directory === undefined)
    throw new UsageError(
      "-J needs a directory for the file",
      "add -O, or -o DIRECTORY with a slash at its end",
    );
  const name = dispositionName(await readDisposition(url, options, io));
  const problem = name === undefined ? undefined : localNameProblem(name);
  if (name !== undefined && problem === undefined) return join(directory, name);
  if (name !== undefined && options.quiet !== true)
    await io.stderr.write(
      `anyurl: ${say(`the server suggests the name "${displayText(name).slice(0, 100)}", which is not used: ${problem}`)}\n`,
    );
  return resolveOutputFile(url, options);
}

async function readDisposition(url: Url, options: GetOptions, io: Io): Promise<string> {
  try {
    const { attributes = {} } = await withClient({ urls: [url], options, io }, ({ opener, call }) =>
      opener.stat(url, call),
    );
    return attributes[ATTRIBUTE] ?? "";
  } catch (error) {
    // Such a scheme suggests no names.
    if (isAccessError(error) && error.code === "unsupported") return "";
    throw error;
  }
}
