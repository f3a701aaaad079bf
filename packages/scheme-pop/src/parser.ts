import type { SchemeSyntax } from "@anyurl/core";
import { check, type PopName, type PopParts, parse } from "./syntax.ts";

export type { PopName, PopParts, PopUrl } from "./syntax.ts";

/** What `createParser` needs of `pop:` and `pops:`: a bundler leaves out everything else of the scheme. */
export const popSyntax: SchemeSyntax<PopName, PopParts> = { names: ["pop", "pops"], check, parse };
