import type { SchemeSyntax } from "@anyurl/core";
import { check, type FileParts, parse } from "./syntax.ts";

export type { FileParts, FileUrl } from "./syntax.ts";

/** What `createParser` needs of `file:`: a bundler leaves out everything else of the scheme. */
export const fileSyntax: SchemeSyntax<"file", FileParts> = { names: ["file"], check, parse };
