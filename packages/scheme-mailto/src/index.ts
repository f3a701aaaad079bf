import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { mailtoOptions } from "./options.ts";
import { mailtoSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { check, format, type MailtoInit, type MailtoParts, normalize, parse } from "./syntax.ts";

export { type HField, mailtoField, mailtoFields } from "./hfield.ts";
export type { MailtoOptions } from "./options.ts";
export type { Preview } from "./preview.ts";
export type { Receipt, RefusedRecipient, Submission, Submitter } from "./submission.ts";
export type { MailtoInit, MailtoParts, MailtoUrl } from "./syntax.ts";

/** `mailto:` (RFC 6068). */
export const mailto: Scheme<
  "mailto",
  MailtoParts,
  MailtoInit,
  typeof import("./access.ts"),
  typeof mailtoOptions
> = defineScheme({
  name: mailtoSyntax.names,
  // The ports of message submission and relaying (RFC 6409 §3.1, RFC 8314 §3.3, RFC 5321 §4.5.4.2).
  ports: { usual: [25, 465, 587] },
  cite: ["RFC 6068", "RFC 1738 §3.5", "RFC 5322"],
  check,
  parse,
  format,
  fields: ["to", "hfields", "fragment"],
  normalize,
  describe,
  plan,
  inText: ({ path }) => path !== "",
  shorthands: [{ form: "mailbox", name: "mailto" }],
  examples: [
    { url: "mailto:chris@example.com", title: "a mailbox" },
    { url: "mailto:chris@example.com,pat@example.org", title: "two mailboxes" },
    { url: "mailto:list@example.org?subject=subscribe&body=please%0D%0Athanks", title: "with a draft" },
    { url: "mailto:gorby%25kremvax@example.com", title: 'a mailbox with "%" in its name' },
    { url: "mailto:%22not%40me%22@example.org", title: "a quoted local-part" },
    { url: "mailto:?to=chris@example.com&subject=caf%C3%A9", title: "the same mailbox in a header field" },
  ],
  presentation: { message: true, handOver: () => undefined },
  options: mailtoOptions,
  // Loaded on first use, so that parsing a URL does not load the network code.
  access: () => import("./access.ts"),
});
