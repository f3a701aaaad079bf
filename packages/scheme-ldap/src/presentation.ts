import type { Presentation } from "@anyurl/core";
import type { LdapUrl } from "./syntax.ts";
import { isRoot } from "./target.ts";

/** The entries below another one; the text of an entry needs nothing. */
export const PRESENTATION: Presentation<LdapUrl> = {
  // A search has the name of its base entry, which would stand there twice.
  breadcrumbs: "root",
  view: (url) => ({
    ...(url.parts.dn !== "" && { title: url.parts.dn }),
    columns: [
      { field: "name", title: isRoot(url) ? "Naming context" : "Entry" },
      { field: "kind", title: "Kind" },
      { field: "attributes.objectClass", title: "Object classes" },
      { field: "modified", title: "Modified" },
    ],
    ...(!isRoot(url) && {
      search: { title: "Search below this entry", label: "Name, mail address, or user" },
    }),
  }),
};
