import type { SchemeSyntax } from "@anyurl/core";
import { check, type FtpName, type FtpParts, parse } from "./syntax.ts";

export type { FtpName, FtpParts, FtpUrl } from "./syntax.ts";

/** What `createParser` needs of `ftp:` and `ftps:`: a bundler leaves out everything else of the scheme. */
export const ftpSyntax: SchemeSyntax<FtpName, FtpParts> = { names: ["ftp", "ftps"], check, parse };
