import { type ByteRange, isAccessError, isDirectory } from "anyurl";
import { UsageError } from "../faults.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { type OpenOptions, opening } from "../opener.ts";
import { bodyData, deliver } from "./deliver.ts";
import { getTree } from "./get-tree.ts";
import { listUrl } from "./ls.ts";
import { readUrl } from "./read-url.ts";
import { save } from "./save.ts";

export interface GetOptions extends OpenOptions {
  readonly json?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly raw?: boolean;
  readonly range?: ByteRange;
  /** Go on with what an earlier run has left. */
  readonly resume?: boolean;
  /** What the file must be: "sha256-…". */
  readonly integrity?: string;
  /** All that is below a directory. */
  readonly recursive?: boolean;
}

/** Fetches what a URL names: to a file, to a program, to a person. */
export async function get(text: string, given: GetOptions, io: Io): Promise<void> {
  const { url } = readUrl(text);
  const { output, ...rest } = given;
  const options: GetOptions = output === undefined || output === "-" ? rest : given;
  checkOptions(options);
  if (options.recursive === true) return getTree(url, options, io);
  if (options.output !== undefined) return save(url, options.output, options, io);
  // A listing has no octets of its own.
  const mayList = output === undefined && options.raw !== true && options.range === undefined;
  if (mayList && isDirectory(url)) return listUrl(url, options, io);
  try {
    await opening([url], options, io, async (opener, call) => {
      const retrieved = await opener.get(url, { ...call, range: options.range });
      if (options.json === true) await io.stdout.write(jsonText(await bodyData(retrieved)));
      else await deliver(retrieved, options, io);
    });
  } catch (error) {
    if (mayList && isAccessError(error) && error.code === "is-a-directory") return listUrl(url, options, io);
    throw error;
  }
}

function checkOptions({ output, resume, integrity, range, recursive }: GetOptions): void {
  if (recursive === true) {
    if (output === undefined)
      throw new UsageError("many files need a directory to lie in", "name it by -o DIRECTORY");
    if (resume === true || integrity !== undefined || range !== undefined)
      throw new UsageError("--resume, --integrity and --range are for one file, not for a tree");
  }
  if (output === undefined && (resume === true || integrity !== undefined))
    throw new UsageError("--resume and --integrity are for a file", "name it by -o FILE");
  if (range !== undefined && resume === true) throw new UsageError("--range and --resume exclude each other");
}
