import type { Presentation } from "@anyurl/core";
import type { Z3950Url } from "./syntax.ts";
import { hasRecords } from "./target.ts";

/** The records that a search finds, or one record. */
export const PRESENTATION: Presentation<Z3950Url> = {
  breadcrumbs: "root",
  view: (url) => {
    const { databases, docid } = url.parts;
    if (!hasRecords(url))
      return {
        ...(docid !== undefined && { title: docid }),
        // The record itself has everything else.
        article: { title: "title", fields: [], options: { marc: "text" } },
      };
    return {
      ...(databases.length > 0 && { title: databases.join(", ") }),
      layout: "hits",
      columns: [
        { field: "attributes.position", title: "Number", numeric: true },
        { field: "name", title: "Title" },
        { field: "attributes.author", title: "Author" },
        { field: "attributes.publisher", title: "Publisher" },
        { field: "attributes.date", title: "Date" },
      ],
      search: { title: "Search this database", label: "Words of the record" },
    };
  },
};
