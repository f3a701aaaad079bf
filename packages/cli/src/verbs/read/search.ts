import type { Entry, Url } from "anyurl";
import type { Io } from "../../io.ts";
import { withClient } from "../../opener.ts";
import { parseUrl } from "../text/read-url.ts";
import { type EntriesOptions, printEntries } from "./ls.ts";

export interface SearchOptions extends EntriesOptions {
  /** The search words. */
  readonly more?: readonly string[];
}

/** Searches a resource, such as an index, and lists the results. */
export async function search(text: string, options: SearchOptions, io: Io): Promise<void> {
  const { url } = parseUrl(text, io);
  const words = (options.more ?? []).join(" ");
  await withClient([url], options, io, (opener, call) =>
    printEntries((opener.search as Search)(url, words, call), options, io),
  );
}

/** The type of an operation follows from the scheme, which is not known statically here. */
type Search = (url: Url, words: string, call: object) => AsyncGenerator<Entry, void, void>;
