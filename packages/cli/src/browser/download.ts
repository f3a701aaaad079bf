import { lstat } from "node:fs/promises";
import { localNameProblem } from "@anyurl/client";
import { type CallOptions, displayText, type Entry, type GetResult, type Registry } from "anyurl";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import type { Opener } from "../opener.ts";
import { formatSize } from "../render/progress-line.ts";
import type { GetOptions } from "../verbs/read/get-options.ts";
import { resolveOutputFile } from "../verbs/read/output-file.ts";
import { saveFile } from "../verbs/read/save.ts";
import { fileName } from "../verbs/write/url-or-file.ts";
import type { Ask } from "./browser.ts";
import type { PageRequest } from "./open-page.ts";

interface DownloadTask {
  readonly opener: Opener;
  readonly call: CallOptions;
  readonly urls: Registry;
  readonly ask: Ask;
  readonly io: Io;
}

/** Saves a resource to a file that the user names. The suggested name is from the URL. Returns a message. */
export async function downloadPage(
  { url: text, namedBy }: PageRequest,
  { opener, call, urls, ask, io }: DownloadTask,
): Promise<string> {
  const url = urls.parse(text);
  const name = fileName({ url, file: undefined });
  const suggested = name === undefined || localNameProblem(name) !== undefined ? "" : name;
  const answer = await ask(say("Save to the file"), suggested);
  if (answer === undefined || answer.trim() === "") return say("nothing was saved");
  const file = await resolveOutputFile(url, { output: answer.trim() });
  if (file === undefined) throw new UsageError("the URL has no file name");
  if (await exists(file)) {
    const confirmed = await ask(say(`${displayText(file)} already exists. Overwrite? [y/N]`));
    if (!/^\s*y(?:es)?\s*$/i.test(confirmed ?? "")) return say("nothing was saved");
  }
  const named = namedBy === undefined ? {} : { namedBy: namedBy as Entry | GetResult };
  const size = await saveFile(file, SAVING, io, () => opener.get(url, { ...call, ...named }));
  return `${displayText(file)}: ${formatSize(size)}`;
}

/** The options of a download that differ from none. */
const SAVING: GetOptions = {
  ...{ names: "escape", links: "follow", times: true, recheck: true },
  ...{ parallel: 1, glob: true, color: "auto" },
};

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
