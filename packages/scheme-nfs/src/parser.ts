import type { SchemeSyntax } from "@anyurl/core";
import { check, type NfsParts, parse } from "./syntax.ts";

export type { NfsParts, NfsUrl } from "./syntax.ts";

/** What `createParser` needs of `nfs:`: a bundler leaves out everything else of the scheme. */
export const nfsSyntax: SchemeSyntax<"nfs", NfsParts> = { names: ["nfs"], check, parse };
