import type { SchemeSyntax } from "@anyurl/core";
import { check, type GeminiParts, parse } from "./syntax.ts";

export type { GeminiParts, GeminiUrl } from "./syntax.ts";

/** What `createParser` needs of `gemini:`: a bundler leaves out everything else of the scheme. */
export const geminiSyntax: SchemeSyntax<"gemini", GeminiParts> = { names: ["gemini"], check, parse };
