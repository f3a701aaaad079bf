import type { Entry } from "@anyurl/core";
import { toEntryData } from "../front/entry-data.ts";
import type { ListingWriter } from "../front/serve-resource.ts";

/** Creates `{ "url", "entries": [ … ] }`. */
export function createJsonWriter(url: string): ListingWriter<Entry> {
  return {
    head: `{"url":${JSON.stringify(url)},"entries":[`,
    entry: (entry, index) => `${index === 0 ? "\n" : ",\n"}${JSON.stringify(toEntryData(entry))}`,
    foot: () => "\n]}\n",
  };
}
