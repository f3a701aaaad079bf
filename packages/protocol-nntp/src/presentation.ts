import type { View } from "@anyurl/core";
import type { TreeStyle } from "@anyurl/core/presentation";

/** A list of newsgroups, without its title. */
export const NEWSGROUPS_VIEW: View = {
  columns: [
    { field: "name", title: "Newsgroup" },
    { field: "attributes.description", title: "Description" },
  ],
  search: { title: "Search newsgroups", label: "Words in the name or description" },
};

/** The articles of a newsgroup. */
export const NEWSGROUP_VIEW: View = {
  layout: "articles",
  columns: [
    { field: "name", title: "Subject" },
    { field: "attributes.from", title: "From" },
    { field: "modified", title: "Date" },
    { field: "attributes.lines", title: "Lines", numeric: true },
  ],
  search: { title: "Search this newsgroup", label: "Words in the subject or sender" },
};

/** An article: some fields of its header (RFC 5536 §3), and its body. */
export const ARTICLE_VIEW: View = {
  article: {
    title: "subject",
    fields: [
      { attribute: "from", title: "From" },
      { attribute: "date", title: "Date" },
      { attribute: "newsgroups", title: "Newsgroups" },
      { attribute: "followup-to", title: "Followup-To" },
      { attribute: "organization", title: "Organization" },
    ],
    mediaType: "content-type",
    options: { part: "body" },
  },
};

/** A copy of a newsgroup has all of its articles. */
export const ALL_ARTICLES: NonNullable<TreeStyle["listOptions"]> = { newest: Number.POSITIVE_INFINITY };
