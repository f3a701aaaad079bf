import type { SchemeSyntax } from "@anyurl/core";
import { check, type ProsperoParts, parse } from "./syntax.ts";

export type { ProsperoParts, ProsperoUrl } from "./syntax.ts";

/** What `createParser` needs of `prospero:`: a bundler leaves out everything else of the scheme. */
export const prosperoSyntax: SchemeSyntax<"prospero", ProsperoParts> = { names: ["prospero"], check, parse };
