import type { Presentation, View } from "@anyurl/core";
import { findLocalId } from "./local-id.ts";
import type { WaisUrl } from "./syntax.ts";
import { hasEntries } from "./target.ts";

/** The databases of a server, the results of a search, or a document. */
export const PRESENTATION: Presentation<WaisUrl> = {
  breadcrumbs: "segments",
  tree: {
    // A server lists its databases by name, and a database its documents by headline.
    isTitled: ({ parts: { database } }) => database !== "",
    path: ({ parts: { database, search, wpath } }) =>
      (wpath === undefined ? [database, search ?? ""] : findLocalId(wpath).split("/")).filter(
        (segment) => segment !== "",
      ),
  },
  view: (url) => (hasEntries(url) ? (url.parts.database === "" ? DATABASES : RESULTS) : {}),
};

/** A server lists descriptions of its databases. */
const DATABASES: View = {
  columns: [
    { field: "name", title: "Database" },
    { field: "size", title: "Size" },
  ],
  details: [{ field: "attributes.description", title: "about" }],
};

const RESULTS: View = {
  layout: "hits",
  columns: [
    { field: "name", title: "Headline" },
    { field: "attributes.score", title: "Score", numeric: true },
    { field: "attributes.lines", title: "Lines", numeric: true },
    { field: "size", title: "Size" },
    { field: "modified", title: "Date" },
  ],
  search: { title: "Search this database", label: "Search terms", part: "search" },
};
