import type { Presentation, View } from "@anyurl/core";
import type { DictUrl } from "./syntax.ts";

/** A table of databases, words, or definitions, each with a search. */
export const PRESENTATION: Presentation<DictUrl> = {
  view: ({ parts: { command, word } }): View => ({
    ...(word !== undefined && { title: word }),
    columns: command === undefined ? DATABASES : command === "match" ? WORDS : DEFINITIONS,
    search: {
      title: "Search for words",
      label: "Word",
      // The words that match one strategy have a URL; other searches have none.
      ...(command === "match" && { part: "word" }),
      results: { columns: WORDS },
    },
  }),
};

const DATABASES: View["columns"] & {} = [
  { field: "name", title: "Database" },
  { field: "attributes.description", title: "Description" },
];

const WORDS: View["columns"] & {} = [
  { field: "name", title: "Word" },
  { field: "attributes.database", title: "Database" },
];

const DEFINITIONS: View["columns"] & {} = [
  ...WORDS,
  { field: "attributes.description", title: "Description" },
];
