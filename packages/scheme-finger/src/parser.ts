import type { SchemeSyntax } from "@anyurl/core";
import { check, type FingerParts, parse } from "./syntax.ts";

export type { FingerParts, FingerUrl } from "./syntax.ts";

/** What `createParser` needs of `finger:`: a bundler leaves out everything else of the scheme. */
export const fingerSyntax: SchemeSyntax<"finger", FingerParts> = { names: ["finger"], check, parse };
