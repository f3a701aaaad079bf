/** An entry of the server. */
export interface LdapEntry {
  /** As text of RFC 4514, without spaces between the names. */
  readonly dn: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
}

/** The entries of the demo: a small library. */
export const LDAP_LIBRARY: readonly LdapEntry[] = [
  {
    dn: "dc=library,dc=example",
    attributes: { objectClass: "domain", dc: "library", description: "A small library" },
  },
  { dn: "ou=People,dc=library,dc=example", attributes: { objectClass: "organizationalUnit", ou: "People" } },
  {
    dn: "cn=Ada Reader,ou=People,dc=library,dc=example",
    attributes: {
      objectClass: ["person", "inetOrgPerson"],
      cn: "Ada Reader",
      sn: "Reader",
      mail: "ada@library.example",
      description: "Größe 38",
    },
  },
  {
    dn: "cn=Books\\, old,dc=library,dc=example",
    attributes: { objectClass: "applicationProcess", cn: "Books, old", description: "in the cellar" },
  },
];

/** Returns whether `dn` is below `base`, by how many names; -1 if it is not. */
export function depthBelow(dn: string, base: string): number {
  const names = splitNames(dn);
  const above = splitNames(base);
  const depth = names.length - above.length;
  return depth >= 0 && names.slice(depth).join(",") === above.join(",") ? depth : -1;
}

function splitNames(dn: string): readonly string[] {
  return dn === "" ? [] : dn.toLowerCase().split(/(?<!\\),/);
}
