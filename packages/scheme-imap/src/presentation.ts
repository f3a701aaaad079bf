import type { Presentation, View } from "@anyurl/core";
import { nameOf } from "./format.ts";
import type { ImapUrl } from "./syntax.ts";

/** A table of mailboxes, a table of messages, or a message with its header. */
export const PRESENTATION: Presentation<ImapUrl> = {
  breadcrumbs: "segments",
  tree: {
    // Mailboxes and the parts of a message have names; messages have subjects.
    isTitled: ({ parts: { mailbox, uid } }) => mailbox !== undefined && uid === undefined,
    path: ({ parts: { mailbox = "", uid } }) =>
      [mailbox, uid === undefined ? "" : `${uid}.eml`].filter((name) => name !== ""),
  },
  view: (url) => {
    const { mailbox, uid, section, partial, uidValidity } = url.parts;
    if (mailbox === undefined) return MAILBOXES;
    if (uid === undefined) return { ...MESSAGES, title: nameOf(url.parts)! };
    const immutable = uidValidity !== undefined;
    return section === undefined && partial === undefined ? { ...MESSAGE, immutable } : { immutable };
  },
};

const MAILBOXES: View = {
  columns: [{ field: "name", title: "Mailbox" }],
  details: [{ field: "attributes.use", title: "use" }],
};

const MESSAGES: View = {
  columns: [
    { field: "name", title: "Subject" },
    { field: "attributes.from", title: "From" },
    { field: "modified", title: "Date" },
    { field: "size", title: "Size" },
  ],
  // Every entry is a message, so its media type says nothing.
  details: [],
  search: { title: "Search this mailbox", label: "Words in a message" },
};

const MESSAGE: View = {
  article: {
    title: "subject",
    fields: [
      { attribute: "from", title: "From" },
      { attribute: "to", title: "To" },
      { attribute: "cc", title: "Cc" },
      { attribute: "date", title: "Date" },
      { attribute: "attachments", title: "Attachments" },
    ],
    options: { part: "text" },
  },
};
