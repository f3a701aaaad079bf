import type { SchemeSyntax } from "@anyurl/core";
import { check, parse, type TelnetName, type TelnetParts } from "./syntax.ts";

export type { TelnetName, TelnetParts, TelnetUrl } from "./syntax.ts";

/** What `createParser` needs of `telnet:` and `telnets:`: a bundler leaves out everything else of the scheme. */
export const telnetSyntax: SchemeSyntax<TelnetName, TelnetParts> = {
  names: ["telnet", "telnets"],
  check,
  parse,
};
