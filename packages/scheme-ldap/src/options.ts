import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { findFilterProblem } from "./filter.ts";

const WORDS = "{words}";

const DECLARATIONS = {
  tls: {
    type: "choice",
    choices: ["none", "preferred", "required"],
    default: "none",
    description: "use StartTLS",
    rule: "RFC 4511 §4.14",
  },
  bind: {
    type: "choice",
    choices: ["anonymous", "simple", "plain", "external"],
    description: "how to log in; default: simple if bindDn is set, otherwise anonymous",
    rule: "RFC 4513",
  },
  bindDn: {
    type: "string",
    description:
      "the distinguished name to log in with, or the user of bind=plain; the password is asked for",
    rule: "RFC 4513 §5.1.3",
  },
  clearTextLogin: {
    type: "boolean",
    default: false,
    description: "allow a password without TLS",
    rule: "RFC 4513 §6.3.1",
  },
  followReferrals: {
    type: "boolean",
    default: false,
    description: "get: ask the servers that referrals and search result references name, without a login",
    rule: "RFC 4511 §4.1.10",
  },
  dereference: {
    type: "choice",
    choices: ["never", "searching", "finding", "always"],
    default: "never",
    description: "when the server follows aliases",
    rule: "RFC 4511 §4.5.1.3",
  },
  pageSize: {
    type: "integer",
    min: 0,
    max: 100_000,
    default: 500,
    description: "entries of one page of a search; 0: request no pages",
    rule: "RFC 2696",
  },
  maxEntry: {
    type: "bytes",
    min: 1,
    default: 4_194_304,
    description: "maximum bytes of one message, such as an entry",
  },
  searchFilter: {
    type: "string",
    default: `(|(cn=*${WORDS}*)(mail=*${WORDS}*)(uid=*${WORDS}*))` as string,
    read: (text: string): string | undefined =>
      text.includes(WORDS) && findFilterProblem(text.replaceAll(WORDS, "x")) === undefined ? text : undefined,
    expected: `a filter with ${WORDS} for the search words` as string,
    description: "the filter of a search for words",
    rule: "RFC 4515",
  },
} as const;

/** The options of ldap. */
export const ldapOptions: OptionSet<typeof DECLARATIONS> = defineOptions("ldap", DECLARATIONS);

export type LdapOptions = OptionsInput<typeof ldapOptions>;
export type LdapSettings = ResolvedOptions<typeof ldapOptions>;

/** Puts escaped words into the filter of a search. */
export function fillSearchFilter({ searchFilter }: LdapSettings, escapedWords: string): string {
  return searchFilter.replaceAll(WORDS, () => escapedWords);
}
