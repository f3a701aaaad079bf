import type { SchemeSyntax } from "@anyurl/core";
import { check, parse, type Z3950Name, type Z3950Parts } from "./syntax.ts";

export type { Z3950Name, Z3950Parts, Z3950Url } from "./syntax.ts";

/** What `createParser` needs of `z39.50r:` and `z39.50s:`: a bundler leaves out everything else of the scheme. */
export const z3950Syntax: SchemeSyntax<Z3950Name, Z3950Parts> = {
  names: ["z39.50r", "z39.50s"],
  check,
  parse,
};
