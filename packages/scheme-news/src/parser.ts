import type { SchemeSyntax } from "@anyurl/core";
import { check, type NewsName, type NewsParts, parse } from "./syntax.ts";

export type { NewsName, NewsParts, NewsUrl } from "./syntax.ts";

/** What `createParser` needs of `news:` and `snews:`: a bundler leaves out everything else of the scheme. */
export const newsSyntax: SchemeSyntax<NewsName, NewsParts> = { names: ["news", "snews"], check, parse };
