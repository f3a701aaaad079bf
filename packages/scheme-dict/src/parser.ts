import type { SchemeSyntax } from "@anyurl/core";
import { check, type DictParts, parse } from "./syntax.ts";

export type { DictParts, DictUrl } from "./syntax.ts";

/** What `createParser` needs of `dict:`: a bundler leaves out everything else of the scheme. */
export const dictSyntax: SchemeSyntax<"dict", DictParts> = { names: ["dict"], check, parse };
