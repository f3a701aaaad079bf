import type { SchemeSyntax } from "@anyurl/core";
import { check, type GopherName, type GopherParts, parse } from "./syntax.ts";

export type { GopherName, GopherParts, GopherUrl } from "./syntax.ts";

/** What `createParser` needs of `gopher:` and `gophers:`: a bundler leaves out everything else of the scheme. */
export const gopherSyntax: SchemeSyntax<GopherName, GopherParts> = {
  names: ["gopher", "gophers"],
  check,
  parse,
};
