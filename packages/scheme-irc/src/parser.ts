import type { SchemeSyntax } from "@anyurl/core";
import { check, type IrcName, type IrcParts, parse } from "./syntax.ts";

export type { IrcName, IrcParts, IrcUrl } from "./syntax.ts";

/** What `createParser` needs of `irc:` and `ircs:`: a bundler leaves out everything else of the scheme. */
export const ircSyntax: SchemeSyntax<IrcName, IrcParts> = { names: ["irc", "ircs"], check, parse };
