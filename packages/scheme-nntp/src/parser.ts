import type { SchemeSyntax } from "@anyurl/core";
import { check, type NntpName, type NntpParts, parse } from "./syntax.ts";

export type { NntpName, NntpParts, NntpUrl } from "./syntax.ts";

/** What `createParser` needs of `nntp:` and `nntps:`: a bundler leaves out everything else of the scheme. */
export const nntpSyntax: SchemeSyntax<NntpName, NntpParts> = { names: ["nntp", "nntps"], check, parse };
