import type { SchemeSyntax } from "@anyurl/core";
import { check, type HttpName, type HttpParts, parse } from "./syntax.ts";

export type { HttpName, HttpParts, HttpUrl } from "./syntax.ts";

/** What `createParser` needs of `http:` and `https:`: a bundler leaves out everything else of the scheme. */
export const httpSyntax: SchemeSyntax<HttpName, HttpParts> = { names: ["http", "https"], check, parse };
