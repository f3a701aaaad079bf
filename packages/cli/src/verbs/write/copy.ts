import { type CallOptions, displayText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { type Copied, type Opener, POOLED_CONNECTIONS, withClient } from "../../opener.ts";
import { createProgress, type Progress } from "../../progress.ts";
import { formatTransferred } from "../../render/progress-line.ts";
import { cat } from "../read/cat.ts";
import { type CopiedToFile, copyToFile, findLocalFile } from "./copy-to-file.ts";
import { copyTree } from "./copy-tree.ts";
import type { CpOptions } from "./cp-options.ts";
import { checkOverwrite } from "./overwrite.ts";
import { updateProgress, upload } from "./upload.ts";
import { fileName, parseUrlOrFile, resolveTarget } from "./url-or-file.ts";

/**
 * Copies from one URL to another. A plain name is a local file; "-" is standard input or output. Returns the exit status.
 */
export async function copy(text: string, other: string, options: CpOptions, io: Io): Promise<number> {
  const { recursive = false } = options;
  checkResume(text, other, options);
  if (recursive && (text === "-" || other === "-")) throw new UsageError('--recursive does not support "-"');
  if (text === "-" && other === "-") throw new UsageError('cannot copy from "-" to "-"');
  if (text === "-") {
    await upload("put", "-", parseUrlOrFile(other, io).url.href, options, io);
    return 0;
  }
  const from = parseUrlOrFile(text, io);
  if (other === "-") {
    await cat([from.url.href], options, io);
    return 0;
  }
  const place = parseUrlOrFile(other, io);
  if (recursive) return copyTree(from, place, options, io);
  const target = await resolveTarget(place, fileName(from), io);
  const to = target.url;
  const file = await findLocalFile(from, place, target, options, io);
  const start = io.now();
  const copied: CopiedToFile = await withClient(
    [from.url, to],
    options,
    io,
    async (opener, call) => {
      await checkOverwrite(target, options, io, opener, call);
      if (file !== undefined) return copyToFile(from.url, file, options, io, opener, call);
      return copyOne(from.url, to, options, io, opener, call);
    },
    POOLED_CONNECTIONS,
  );
  const shown = { url: redact(from.url.href), to: redact(to.href) };
  if (options.json === true) await writeAnswer(succeed({ ...shown, ...copied }), options, io);
  else if (options.quiet !== true && (io.stderr.isTerminal || options.verbose === true)) {
    const doubt =
      copied.complete === "unknown" ? `; ${say("the protocol cannot confirm that this is complete")}` : "";
    await io.stderr.write(
      `${displayText(target.shown)}: ${formatTransferred(copied.octets, copied.resumedAt ?? 0, io.now() - start)}${doubt}\n`,
    );
  }
  return 0;
}

/** The parts of one file are kept beside it. */
function checkResume(text: string, other: string, options: CpOptions): void {
  const { recursive, resume, segments } = options;
  if (resume === undefined && segments === undefined) return;
  if (recursive === true || text === "-" || other === "-")
    throw new UsageError('--segments, --resume, and --no-resume do not support --recursive and "-"');
  if (segments !== undefined && resume === false)
    throw new UsageError("cannot use --segments together with --no-resume");
}

async function copyOne(
  from: Url,
  to: Url,
  options: CpOptions,
  io: Io,
  opener: Opener,
  call: CallOptions,
): Promise<Copied> {
  let progress: Progress | undefined;
  const onProgress: CallOptions["onProgress"] = ({ url, received, total }) => {
    progress ??= createProgress(io, { url, total, options });
    updateProgress(progress, received);
  };
  try {
    return await opener.copy(from, to, { ...call, onProgress, metadata: "size", atomic: "preferred" });
  } finally {
    await progress?.end();
  }
}
