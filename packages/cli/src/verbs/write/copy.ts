import { type CallOptions, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type JsonAnswer, succeed } from "../../json.ts";
import { type Copied, type OpenedClient, withClient } from "../../opener.ts";
import { createProgress, type Progress } from "../../progress.ts";
import { forEachText } from "../common/each-url.ts";
import { reportTransferred } from "../common/report-transferred.ts";
import { cat } from "../read/cat.ts";
import { type CopiedToFile, copyToFile, findLocalFile } from "./copy-to-file.ts";
import { copyTree } from "./copy-tree.ts";
import type { CpOptions } from "./cp-options.ts";
import { checkOverwrite } from "./overwrite.ts";
import { upload } from "./upload.ts";
import { fileName, parseUrlOrFile, requireDirectory, resolveTarget, type UrlOrFile } from "./url-or-file.ts";

/**
 * Copies from URLs to another URL. A plain name is a local file; "-" is standard input or output. Several sources are
 * copied one after the other into a directory, and an error of one does not end the others. Returns the exit status.
 */
export async function copy(
  sources: readonly string[],
  other: string,
  options: CpOptions,
  io: Io,
): Promise<number> {
  const { recursive = false } = options;
  const hasPipe = sources.includes("-") || other === "-";
  checkResume(hasPipe, options);
  if (recursive && hasPipe) throw new UsageError('--recursive does not support "-"');
  if (recursive && sources.length > 1)
    throw new UsageError("--recursive does not support several sources", "copy one tree at a time");
  if (sources.includes("-") && other === "-") throw new UsageError('cannot copy from "-" to "-"');
  if (sources.includes("-") && sources.length > 1)
    throw new UsageError('"-" cannot be one of several sources');
  if (sources.includes("-")) return upload("put", sources, parseUrlOrFile(other, io).url.href, options, io);
  const from = sources.map((text) => parseUrlOrFile(text, io));
  if (other === "-")
    return cat(
      from.map(({ url }) => url.href),
      options,
      io,
    );
  const place = parseUrlOrFile(other, io);
  if (recursive) return copyTree(from[0]!, place, options, io);
  if (from.length > 1) await requireDirectory(place);
  return forEachText(sources, options, io, (_, i) => copyFile(from[i]!, place, options, io));
}

/** Copies one file, and says so. */
async function copyFile(from: UrlOrFile, place: UrlOrFile, options: CpOptions, io: Io): Promise<JsonAnswer> {
  const target = await resolveTarget(place, fileName(from), io);
  const to = target.url;
  const file = await findLocalFile(from, place, target, options, io);
  const start = io.elapsed();
  const request = { urls: [from.url, to], options, io, isPooled: true };
  const copied: CopiedToFile = await withClient(request, async (client) => {
    await checkOverwrite(target, client);
    return file === undefined ? copyOne(from.url, to, client) : copyToFile(from.url, file, client);
  });
  const shown = { url: redact(from.url.href), to: redact(to.href) };
  const { octets, resumedAt: begin = 0, complete } = copied;
  await reportTransferred(target.shown, { octets, begin, time: io.elapsed() - start, complete }, options, io);
  return succeed({ ...shown, ...copied });
}

/** The parts of one file are kept beside it. */
function checkResume(hasPipe: boolean, options: CpOptions): void {
  const { recursive, resume, segments } = options;
  if (resume === undefined && segments === undefined) return;
  if (recursive === true || hasPipe)
    throw new UsageError('--segments, --resume, and --no-resume do not support --recursive and "-"');
  if (segments !== undefined && resume === false)
    throw new UsageError("cannot use --segments together with --no-resume");
}

async function copyOne(
  from: Url,
  to: Url,
  { opener, call, options, io }: OpenedClient<CpOptions>,
): Promise<Copied> {
  let progress: Progress | undefined;
  const onProgress: CallOptions["onProgress"] = ({ url, received, total }) => {
    progress ??= createProgress(io, { url, total, options });
    progress.update(received);
  };
  try {
    return await opener.copy(from, to, { ...call, onProgress, metadata: "size", atomic: "preferred" });
  } finally {
    await progress?.end();
  }
}
