import { AccessError, type CallOptions, isAccessError, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import { type Glob, parseGlob } from "../../glob.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { readFlagged } from "../common/scheme-flags.ts";
import { parseUrl } from "../text/read-url.ts";
import type { GetOptions } from "./get-options.ts";
import { readBody, writeOutput } from "./write-output.ts";

/** Options of get, with those that follow from answers of the user. */
type DownloadOptions = GetOptions & Pick<OpenOptions, "schemeOptions" | "observer">;

/**
 * Downloads a resource to a file or to standard output, or lists a directory. Asks for what a server wants to know
 * first. Returns the exit status.
 */
export async function download(text: string, given: GetOptions, io: Io): Promise<number> {
  const { url } = parseUrl(text, io);
  if (given.writeOut === undefined) return downloadForm(url, given, io);
  const { withWriteOut } = await import("../common/write-out.ts");
  return withWriteOut<DownloadOptions>(url, given, io, (options) => downloadForm(url, options, io));
}

async function downloadForm(url: Url, given: DownloadOptions, io: Io): Promise<number> {
  try {
    return await downloadOnce(url, given, io);
  } catch (error) {
    if (!isAccessError(error) || error.code !== "unsupported" || io.askLine === undefined) throw error;
    const schemeOptions = await (await import("./ask-form.ts")).askForm(url, given, io);
    if (schemeOptions === undefined) throw error;
    return await downloadOnce(url, { ...given, schemeOptions }, io);
  }
}

async function downloadOnce(url: Url, given: DownloadOptions, io: Io): Promise<number> {
  const { output, ...rest } = { ...given, ...readHeader(url, given, io) };
  const options: DownloadOptions = output === undefined || output === "-" ? rest : { ...rest, output };
  checkOptions(options);
  if (isOwnRequest(options)) {
    await (await import("./send-request.ts")).sendRequest(url, options, io);
    return 0;
  }
  const glob = await parseGlob(url, options, io.urls);
  if (glob !== undefined) return getMatches(url, glob, options, io);
  // The code that writes files is large, and is loaded only if needed.
  if (options.recursive === true) return (await import("./get-tree.ts")).getTree(url, options, io);
  const file = await findOutputFile(url, options, io);
  if (options.observer !== undefined) options.observer.file = file;
  if (file !== undefined) {
    try {
      await (await import("./save.ts")).save(url, file, options, io);
    } catch (error) {
      throw withListHint(error, url);
    }
    return 0;
  }
  // A listing has no bytes of its own.
  const mayList = output === undefined && options.raw !== true && options.range === undefined;
  if (mayList && io.urls.isDirectory(url))
    return (await import("./list-entries.ts")).listUrl(url, options, io);
  try {
    await withClient({ urls: [url], options, io }, async ({ opener, call }) => {
      const retrieved = await opener.get(url, {
        ...call,
        range: options.range,
        ...progressMetadata(options, io),
      });
      if (options.json === true) await writeAnswer(succeed(await readBody(retrieved)), options, io);
      else await writeOutput(retrieved, options, io);
    });
    return 0;
  } catch (error) {
    if (mayList && isAccessError(error) && error.code === "is-a-directory")
      return (await import("./list-entries.ts")).listUrl(url, options, io);
    throw error;
  }
}

async function findOutputFile(url: Url, options: GetOptions, io: Io): Promise<string | undefined> {
  if (options.remoteHeaderName === true)
    return (await import("./suggested-name.ts")).resolveSuggestedFile(url, options, io);
  if (options.output === undefined && options.remoteName !== true) return undefined;
  return (await import("./output-file.ts")).resolveOutputFile(url, options);
}

/** The size is asked for only if it is shown. */
function progressMetadata(
  { quiet, range }: GetOptions,
  { stderr, stdout }: Io,
): Pick<CallOptions, "metadata"> {
  const isShown = stderr.isTerminal && !stdout.isTerminal && quiet !== true && range === undefined;
  return isShown ? { metadata: "size" } : {};
}

/** Names the command that lists a directory which was to be a file. */
function withListHint(error: unknown, url: Url): unknown {
  if (!isAccessError(error) || error.code !== "is-a-directory") return error;
  const directory = `${redact(url.href).replace(/\/$/, "")}/`;
  const hint = `list it: anyurl ls "${directory}", or download all of it: anyurl get -r -o DIRECTORY "${directory}"`;
  return new AccessError(error.code, error.message, { ...error, cause: error.cause, hint });
}

function readHeader(url: Url, { header = [], option = [] }: GetOptions, io: Io): Pick<GetOptions, "option"> {
  return { option: [...option, ...readFlagged("H", header, url, io.urls)] };
}

/** Is it more than a request that reads, or is the response to be shown as it is? */
function isOwnRequest({ request, data, dataBinary, dataUrlencode, head, include }: GetOptions): boolean {
  const sent = request ?? data ?? dataBinary ?? dataUrlencode;
  return sent !== undefined || head === true || include === true;
}

/** Downloads the matching entries into a directory. */
async function getMatches(url: Url, glob: Glob, options: GetOptions, io: Io): Promise<number> {
  const { output = options.remoteName === true ? "." : undefined, resume, integrity, range } = options;
  if (output === undefined)
    throw new UsageError(
      "a pattern can match several files; -o must name a directory",
      "add -o DIRECTORY, or -O for the working directory; use %2A if the * is a part of the name",
    );
  if (resume === true || integrity !== undefined || range !== undefined)
    throw new UsageError("--resume, --integrity, and --range do not support several files");
  if (options.segments !== undefined) throw new UsageError("--segments does not support a pattern");
  if (options.writeOut !== undefined) throw new UsageError("--write-out does not support a pattern");
  const { getTree } = await import("./get-tree.ts");
  return getTree(url, { ...options, output }, io, glob);
}

/** Segments are kept in the partial file. */
function checkSegments({ output, remoteName, resume, range, recursive }: GetOptions): void {
  if (recursive === true || range !== undefined)
    throw new UsageError("cannot use --segments together with --recursive or --range");
  if (resume === false) throw new UsageError("cannot use --segments together with --no-resume");
  if (output === undefined && remoteName !== true)
    throw new UsageError("--segments needs an output file", "add -o FILE");
}

function checkOptions(options: GetOptions): void {
  const { output, remoteName, resume, integrity, range, recursive } = options;
  if (recursive === true && options.writeOut !== undefined)
    throw new UsageError("cannot use --write-out together with --recursive");
  if (isOwnRequest(options) && (resume === true || (integrity ?? range ?? recursive) !== undefined))
    throw new UsageError(
      "-X, -d, -I, and -i do not support --resume, --integrity, --range, and --recursive",
      "remove one of them",
    );
  if (remoteName === true && (output !== undefined || recursive === true))
    throw new UsageError(`cannot use -O together with ${recursive === true ? "--recursive" : "-o"}`);
  if (options.remoteHeaderName === true && isOwnRequest(options))
    throw new UsageError("-J does not support -X, -d, -I, and -i", "remove one of them");
  if (recursive === true) {
    if (output === undefined)
      throw new UsageError("--recursive needs an output directory", "add -o DIRECTORY");
    if (resume === true || integrity !== undefined || range !== undefined)
      throw new UsageError("--resume, --integrity, and --range do not support --recursive");
  }
  if (output === undefined && remoteName !== true && (resume === true || integrity !== undefined))
    throw new UsageError("--resume and --integrity need an output file", "add -o FILE");
  if (options.segments !== undefined) checkSegments(options);
  if (range !== undefined && resume === true)
    throw new UsageError("cannot use --range together with --resume");
}
