import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { ldapOptions } from "./options.ts";
import { ldapSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { PRESENTATION } from "./presentation.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  identify,
  type LdapInit,
  type LdapName,
  type LdapParts,
  normalize,
  parse,
} from "./syntax.ts";
import { hasEntries } from "./target.ts";

export { type DnAttribute, type DnProblem, escapeDnValue, parseDn, type Rdn } from "./dn.ts";
export {
  type ExtensibleFilter,
  escapeFilterValue,
  type Filter,
  type FilterProblem,
  formatFilter,
  parseFilter,
} from "./filter.ts";
export type { LdapOptions } from "./options.ts";
export type { Extension, LdapInit, LdapName, LdapParts, LdapUrl, Scope } from "./syntax.ts";

/** `ldap:` and `ldaps:` (RFC 4516). */
export const ldap: Scheme<LdapName, LdapParts, LdapInit, typeof import("./access.ts"), typeof ldapOptions> =
  defineScheme({
    name: ldapSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { usual: [3268, 3269] },
    cite: ["RFC 4516", "RFC 4511", "RFC 4513", "RFC 4514", "RFC 4515"],
    check,
    parse,
    format,
    fields: ["host", "port", "dn", "attributes", "scope", "filter", "extensions"],
    normalize,
    // RFC 1738 would decode a comma, which is data in an extension if it is escaped.
    keepEscapes: true,
    identify,
    describe,
    plan,
    isDirectory: hasEntries,
    examples: [
      { url: "ldap://ldap.example/dc=example,dc=org", title: "an entry" },
      { url: "ldap://ldap.example/dc=example,dc=org?cn,mail?sub?(cn=Alice*)", title: "a search" },
      {
        url: "ldaps://ldap.example/ou=People,dc=example,dc=org??one",
        title: "the entries below another one, over TLS",
      },
      { url: "ldap://ldap.example/", title: "the root DSE, which describes a server" },
    ],
    presentation: PRESENTATION,
    options: ldapOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
