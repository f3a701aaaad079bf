import type { SchemeSyntax } from "@anyurl/core";
import { check, parse, type WaisParts } from "./syntax.ts";

export type { WaisParts, WaisUrl } from "./syntax.ts";

/** What `createParser` needs of `wais:`: a bundler leaves out everything else of the scheme. */
export const waisSyntax: SchemeSyntax<"wais", WaisParts> = { names: ["wais"], check, parse };
