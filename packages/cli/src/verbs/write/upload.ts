import { type CallOptions, redact, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type JsonAnswer, succeed } from "../../json.ts";
import { type OpenedClient, type OpenOptions, withClient } from "../../opener.ts";
import { createProgress } from "../../progress.ts";
import { forEachText } from "../common/each-url.ts";
import { reportTransferred } from "../common/report-transferred.ts";
import { parseUrl } from "../text/read-url.ts";
import { checkOverwrite } from "./overwrite.ts";
import { type LocalSource, openSource } from "./source.ts";
import { requireDirectory, resolveTarget } from "./url-or-file.ts";

export interface PutOptions extends OpenOptions {
  readonly json?: boolean;
  /** A format to print after the transfer. */
  readonly writeOut?: string;
  readonly jsonl?: boolean;
  /** Overwrite an existing target without asking. */
  readonly force?: boolean;
}

/**
 * Writes local files or standard input to a URL, or to files in it if it is a directory. Returns the exit status.
 *
 * @param files "-" is standard input. Several files need a directory.
 */
export async function upload(
  operation: "put" | "append",
  files: readonly string[],
  text: string,
  options: PutOptions,
  io: Io,
): Promise<number> {
  const { url } = parseUrl(text, io);
  if (files.length > 1) await requireDirectory({ url, file: undefined });
  if (options.writeOut === undefined)
    return forEachText(files, options, io, (file) => uploadTo(url, operation, file, options, io));
  const { readWriteOut, withWriteOut } = await import("../common/write-out.ts");
  const writeOut = await readWriteOut(options.writeOut, io);
  return forEachText(files, options, io, async (file) => {
    await withWriteOut<PutOptions>(url, { ...options, writeOut }, io, async (observed) => {
      await uploadTo(url, operation, file, observed, io);
      return 0;
    });
    return undefined;
  });
}

async function uploadTo(
  asked: Url,
  operation: "put" | "append",
  file: string,
  options: PutOptions,
  io: Io,
): Promise<JsonAnswer> {
  await using source = await openSource(file);
  const target = await resolveTarget({ url: asked, file: undefined }, source.name, io);
  const { url } = target;
  const start = io.elapsed();
  const sent = await withClient({ urls: [url], options, io, isPooled: true }, async (client) => {
    // Appending overwrites nothing.
    if (operation === "put") await checkOverwrite(target, client);
    return write(operation, url, source, client);
  });
  const shown = redact(url.href);
  await reportTransferred(shown, { octets: sent, time: io.elapsed() - start }, options, io);
  return succeed({ url: shown, octets: sent });
}

async function write(
  operation: "put" | "append",
  url: Url,
  { octets }: LocalSource,
  { opener, call, options, io }: OpenedClient<PutOptions>,
): Promise<number> {
  const progress = createProgress(io, { url: redact(url.href), total: octets.size, options });
  let sent = 0;
  const onSent: CallOptions["onSent"] = (progressed) => {
    sent = progressed.sent;
    progress.update(sent);
  };
  try {
    await opener[operation](url, octets, { ...call, onSent, atomic: "preferred" });
  } finally {
    await progress.end();
  }
  return sent;
}
