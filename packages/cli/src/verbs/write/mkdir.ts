import { redact, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { type EachOptions, forEachUrl } from "../common/each-url.ts";
import { logDone } from "./log-done.ts";

export type MkdirOptions = OpenOptions & EachOptions;

/** Creates directories. Their parent directories must exist. */
export async function mkdir(text: string, options: MkdirOptions, io: Io): Promise<void> {
  await forEachUrl(text, options, io, async (url) => {
    await withClient([url], options, io, (opener, call) => (opener.makeDirectory as Make)(url, call));
    await logDone(`created ${redact(url.href)}`, options, io);
    return { ok: true, url: redact(url.href) };
  });
}

/** The type of an operation follows from the scheme, which is not known statically here. */
type Make = (url: Url, call: object) => Promise<void>;
