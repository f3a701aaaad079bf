import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { plan } from "./plan.ts";
import { format, type MailtoInit, type MailtoParts, normalize, parse } from "./syntax.ts";

export type { HField } from "./hfield.ts";
export type { MailtoInit, MailtoParts, MailtoUrl } from "./syntax.ts";

/** `mailto:` (RFC 6068). */
export const mailto: Scheme<"mailto", MailtoParts, MailtoInit> = defineScheme({
  name: "mailto",
  cite: ["RFC 6068", "RFC 1738 §3.5", "RFC 5322"],
  parse,
  format,
  normalize,
  describe,
  plan,
  inText: ({ parts: { to } }) => to.length > 0,
  examples: [
    { url: "mailto:chris@example.com", title: "a mailbox" },
    { url: "mailto:chris@example.com,pat@example.org", title: "two of them" },
    { url: "mailto:list@example.org?subject=subscribe&body=please%0D%0Athanks", title: "with a draft" },
    { url: "mailto:gorby%25kremvax@example.com", title: 'a mailbox with "%" in its name' },
    { url: "mailto:%22not%40me%22@example.org", title: "a quoted local-part" },
    { url: "mailto:?to=chris@example.com&subject=caf%C3%A9", title: "the same by a header field" },
  ],
});
