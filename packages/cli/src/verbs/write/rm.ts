import { redact, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type OpenOptions, opening } from "../../opener.ts";
import { type EachOptions, eachUrl } from "../shared/each-url.ts";
import { sayDone } from "./log-done.ts";

export type RmOptions = OpenOptions & EachOptions;

/** Removes what URLs name: files, and directories that are empty. */
export async function rm(text: string, options: RmOptions, io: Io): Promise<void> {
  await eachUrl(text, options, io, async (url) => {
    await opening([url], options, io, (opener, call) => (opener.remove as Remove)(url, call));
    await sayDone(`removed ${redact(url.href)}`, options, io);
    return { ok: true, url: redact(url.href) };
  });
}

/** The type of an operation follows from a URL's scheme, which only the text knows here. */
type Remove = (url: Url, call: object) => Promise<void>;
