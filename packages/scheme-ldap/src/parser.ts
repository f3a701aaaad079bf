import type { SchemeSyntax } from "@anyurl/core";
import { check, type LdapName, type LdapParts, parse } from "./syntax.ts";

export type { LdapName, LdapParts, LdapUrl } from "./syntax.ts";

/** What `createParser` needs of `ldap:` and `ldaps:`: a bundler leaves out everything else of the scheme. */
export const ldapSyntax: SchemeSyntax<LdapName, LdapParts> = { names: ["ldap", "ldaps"], check, parse };
