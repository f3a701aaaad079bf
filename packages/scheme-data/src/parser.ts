import type { SchemeSyntax } from "@anyurl/core";
import { check, type DataParts, parse } from "./syntax.ts";

export type { DataParts, DataUrl } from "./syntax.ts";

/** What `createParser` needs of `data:`: a bundler leaves out everything else of the scheme. */
export const dataSyntax: SchemeSyntax<"data", DataParts> = { names: ["data"], check, parse };
