import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { format, identify, normalize } from "./format.ts";
import { imapOptions } from "./options.ts";
import { imapSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { PRESENTATION } from "./presentation.ts";
import { check, DEFAULT_PORT, type ImapInit, type ImapName, type ImapParts, parse } from "./syntax.ts";
import { isListed } from "./target.ts";

export type { PartialRange } from "./fields.ts";
export type { ImapOptions } from "./options.ts";
export type { ImapInit, ImapName, ImapParts, ImapUrl } from "./syntax.ts";
export type { UrlAuth } from "./urlauth.ts";

/** `imap:` and `imaps:` (RFC 5092). */
export const imap: Scheme<ImapName, ImapParts, ImapInit, typeof import("./access.ts"), typeof imapOptions> =
  defineScheme({
    name: imapSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { reserved: "refuse", usual: [143, 993] },
    cite: ["RFC 5092", "RFC 3501", "RFC 3986"],
    hierarchical: true,
    check,
    parse,
    format,
    fields: [
      ...(["host", "port", "user", "auth", "mailbox", "uidValidity", "search"] as const),
      ...(["uid", "section", "partial", "expire", "urlauth"] as const),
    ],
    normalize,
    identify,
    describe,
    plan,
    isDirectory: isListed,
    examples: [
      { url: "imap://alice@mail.example/", title: "a server, with the mailboxes of a user" },
      { url: "imap://alice@mail.example/INBOX", title: "a mailbox, with its messages" },
      {
        url: "imap://alice@mail.example/INBOX?UNSEEN%20FROM%20bob",
        title: "the messages that a search finds",
      },
      { url: "imap://alice@mail.example/INBOX;UIDVALIDITY=5/;UID=20", title: "a message" },
      { url: "imaps://alice@mail.example/INBOX/;UID=20/;SECTION=2", title: "a part of a message, over TLS" },
    ],
    presentation: PRESENTATION,
    options: imapOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
