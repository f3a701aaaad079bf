import type { SchemeSyntax } from "@anyurl/core";
import { check, type MailtoParts, parse } from "./syntax.ts";

export type { MailtoParts, MailtoUrl } from "./syntax.ts";

/** What `createParser` needs of `mailto:`: a bundler leaves out everything else of the scheme. */
export const mailtoSyntax: SchemeSyntax<"mailto", MailtoParts> = { names: ["mailto"], check, parse };
