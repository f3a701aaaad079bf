import type { SchemeSyntax } from "@anyurl/core";
import { check, parse, type SftpParts } from "./syntax.ts";

export type { SftpParts, SftpUrl } from "./syntax.ts";

/** What `createParser` needs of `sftp:`: a bundler leaves out everything else of the scheme. */
export const sftpSyntax: SchemeSyntax<"sftp", SftpParts> = { names: ["sftp"], check, parse };
