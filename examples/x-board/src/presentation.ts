import type { Presentation, View } from "@anyurl/core";
import type { SearchStyle } from "@anyurl/core/presentation";
import type { BoardUrl } from "./syntax.ts";

/** How boards and notes are shown: in a gateway, on the command line, or in any other program. */
export const PRESENTATION: Presentation<BoardUrl> = {
  breadcrumbs: "directories",
  view: ({ parts: { board, note } }) => (board === undefined ? BOARDS : note === undefined ? NOTES : NOTE),
};

const RESULTS: SearchStyle["results"] = {
  layout: "hits",
  columns: [
    { field: "name", title: "Note" },
    { field: "attributes.title", title: "First line" },
    { field: "attributes.author", title: "Author" },
    { field: "modified", title: "Pinned" },
  ],
};

const BOARDS: View = {
  layout: "menu",
  columns: [
    { field: "name", title: "Board" },
    { field: "kind", title: "Kind" },
  ],
  search: { title: "Search all boards", label: "Words in a note", results: RESULTS },
};

const NOTES: View = {
  layout: "articles",
  columns: [
    { field: "name", title: "Note" },
    { field: "attributes.title", title: "First line" },
    { field: "attributes.author", title: "Author" },
    { field: "modified", title: "Pinned" },
  ],
  search: { title: "Search this board", label: "Words in a note", results: RESULTS },
};

const NOTE: View = {
  article: {
    title: "title",
    fields: [
      { attribute: "author", title: "Author" },
      { attribute: "date", title: "Pinned" },
    ],
  },
};
