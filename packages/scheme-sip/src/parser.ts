import type { SchemeSyntax } from "@anyurl/core";
import { check } from "./check.ts";
import { parse, type SipName, type SipParts } from "./syntax.ts";

export type { SipName, SipParts, SipUrl } from "./syntax.ts";

/** What `createParser` needs of `sip:` and `sips:`: a bundler leaves out everything else of the scheme. */
export const sipSyntax: SchemeSyntax<SipName, SipParts> = { names: ["sip", "sips"], check, parse };
