import type { SchemeSyntax } from "@anyurl/core";
import { check, parse, type Tn3270Parts } from "./syntax.ts";

export type { Tn3270Parts, Tn3270Url } from "./syntax.ts";

/** What `createParser` needs of `tn3270:`: a bundler leaves out everything else of the scheme. */
export const tn3270Syntax: SchemeSyntax<"tn3270", Tn3270Parts> = { names: ["tn3270"], check, parse };
