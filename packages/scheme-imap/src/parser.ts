import type { SchemeSyntax } from "@anyurl/core";
import { check, type ImapName, type ImapParts, parse } from "./syntax.ts";

export type { ImapName, ImapParts, ImapUrl } from "./syntax.ts";

/** What `createParser` needs of `imap:` and `imaps:`: a bundler leaves out everything else of the scheme. */
export const imapSyntax: SchemeSyntax<ImapName, ImapParts> = { names: ["imap", "imaps"], check, parse };
