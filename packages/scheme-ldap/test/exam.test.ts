import { createClient, toFetch } from "@anyurl/client";
import { joinBytes } from "@anyurl/core/exchange";
import { LDAP_LIBRARY, type LdapEntry, startLdapServer } from "@anyurl/servers";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { ldap } from "../src/index.ts";
import { PROTOCOL } from "./hostile-protocol.ts";

const SECRET: LdapEntry = {
  dn: "cn=secret,dc=library,dc=example",
  attributes: { objectClass: "person", cn: "secret" },
};
const ADA = "cn=Ada%20Reader,ou=People,dc=library,dc=example";

const LDIF = `version: 1

dn: cn=Ada Reader,ou=People,dc=library,dc=example
objectClass: person
objectClass: inetOrgPerson
cn: Ada Reader
sn: Reader
mail: ada@library.example
description:: R3LDtsOfZSAzOA==
`;

/** Splits messages at LF: the kit compares lines. */
function toLines(messages: readonly Uint8Array[]): readonly Uint8Array[] {
  const text = Buffer.from(joinBytes(messages)).toString("latin1");
  return text === "" ? [] : text.split("\n").map((line) => Buffer.from(line.replace(/\r$/, ""), "latin1"));
}

describeAccess(ldap, {
  start: async () => {
    const server = await startLdapServer({ entries: [...LDAP_LIBRARY, SECRET], protected: [SECRET.dn] });
    return {
      url: (path) => `${server.origin}${path}`,
      get received() {
        return server.received.map(toLines);
      },
      get live() {
        return server.live;
      },
      close: () => server.close(),
    };
  },
  client: (world) => createClient({ schemes: [ldap], transport: nodeTransport(), ...world }),
  get: { path: `/${ADA}?*`, octets: new TextEncoder().encode(LDIF), mediaType: "text/ldif" },
  list: { path: "/dc=library,dc=example", names: ["ou=People", "cn=Books\\, old"] },
  stat: { path: `/${ADA}?*`, kind: "file" },
  search: { path: "/dc=library,dc=example", words: "ada", names: ["cn=Ada Reader"] },
  refuses: [
    { operation: "get", path: "/cn=nobody,dc=library,dc=example?*", code: "not-found" },
    { operation: "list", path: "/cn=nobody,dc=library,dc=example", code: "not-found" },
    { operation: "get", path: "/cn=secret,dc=library,dc=example?*", code: "permission-denied" },
  ],
  protocol: PROTOCOL,
  fetch: toFetch,
});
