import { redact, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { type EachOptions, forEachUrl } from "../common/each-url.ts";
import { logDone } from "./log-done.ts";

export type RmOptions = OpenOptions & EachOptions;

/** Removes files and empty directories. */
export async function rm(text: string, options: RmOptions, io: Io): Promise<void> {
  await forEachUrl(text, options, io, async (url) => {
    await withClient([url], options, io, (opener, call) => (opener.remove as Remove)(url, call));
    await logDone(`removed ${redact(url.href)}`, options, io);
    return { ok: true, url: redact(url.href) };
  });
}

/** The type of an operation follows from the scheme, which is not known statically here. */
type Remove = (url: Url, call: object) => Promise<void>;
