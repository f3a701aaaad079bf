import type { Entry, Url } from "anyurl";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { callOptions, type OpenOptions, openerOf } from "../opener.ts";
import { entryLines } from "../render/entries.ts";
import { painter } from "../render/style.ts";
import { readUrl } from "./read-url.ts";

export interface LsOptions extends OpenOptions {
  readonly json?: boolean;
}

/** Lists the entries of a directory or menu. */
export async function ls(text: string, options: LsOptions, io: Io): Promise<void> {
  await listUrl(readUrl(text).url, options, io);
}

export async function listUrl(url: Url, options: LsOptions, io: Io): Promise<void> {
  const entries: Entry[] = [];
  for await (const entry of openerOf(url, options, io).list(url, callOptions(options, io)))
    entries.push(entry);
  if (options.json === true) return io.stdout.write(jsonText(entries));
  const lines = entryLines(entries, painter(io.stdout, io.env));
  await io.stdout.write(lines.map((line) => `${line}\n`).join(""));
}
