import type { OptionDescription } from "@anyurl/core";
import { DEFAULT_OPTIONS, type WaisOptions } from "./options.ts";

/** The descriptions of the options of `wais:`. */
export const OPTIONS: Readonly<Record<keyof WaisOptions, OptionDescription>> = {
  maxDocuments: {
    type: "number",
    default: DEFAULT_OPTIONS.maxDocuments,
    summary: "maximum number of search results, 1 to 10 000",
  },
  like: {
    type: "list",
    summary: "URLs of documents of the same server; find similar documents (relevance feedback)",
  },
  sources: {
    type: "boolean",
    default: DEFAULT_OPTIONS.sources,
    summary: "fetch the descriptions of listed databases and also list the databases",
  },
  spelling: {
    type: "text",
    values: ["fields", "octets"],
    default: DEFAULT_OPTIONS.spelling,
    summary: "form of the document-id in URLs of results: fields with a length, or bytes",
  },
  highlighting: {
    type: "text",
    values: ["keep", "drop"],
    default: DEFAULT_OPTIONS.highlighting,
    summary: "keep or remove highlighting marks in texts",
  },
  init: {
    type: "boolean",
    default: DEFAULT_OPTIONS.init,
    summary: "send an Init request first",
  },
  allowUnsafeNames: {
    type: "boolean",
    default: DEFAULT_OPTIONS.allowUnsafeNames,
    summary: 'allow database names that contain "@" or a ".." segment',
  },
};
