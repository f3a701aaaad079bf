import type { Presentation, View } from "@anyurl/core";
import type { DictUrl } from "./syntax.ts";

/** A table of databases, words, or definitions, each with a search. */
export const PRESENTATION: Presentation<DictUrl> = {
  view: ({ parts: { command, word, database } }): View => ({
    // A page of matches has its word in front of the title: “tide” in wn.
    ...(word !== undefined && { title: command === "match" ? namesOf(database) : word }),
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

/** "!" and "*" stand for several databases. */
function namesOf(database = "!"): string {
  return database === "!" || database === "*" ? "dictionaries" : database;
}

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
