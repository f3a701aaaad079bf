import { octetsOf } from "@anyurl/core";
import type { SchemeScenario } from "../scenario.ts";
import type { DemoEnvironment } from "../stage.ts";

export function ldapBlock({ ldap: { origin } }: DemoEnvironment): SchemeScenario {
  const base = `${origin}/dc=library,dc=example`;
  return {
    scheme: "ldap",
    title: "entries of a directory, and searches in it",
    scenes: [
      {
        title: "The entries below another one: a comma in a name is escaped",
        url: `${base}??one`,
        operation: "list",
        sent: withTimeLimit,
        expected: {
          names: ["ou=People", "cn=Books\\, old"],
          urls: [
            `${origin}/ou=People,dc=library,dc=example`,
            `${origin}/cn=Books%5C,%20old,dc=library,dc=example?*`,
          ],
        },
      },
      {
        title: "A search for an attribute, as LDIF: base64 for what is not ASCII",
        url: `${base}?description?sub?(mail=ada@*)`,
        operation: "get",
        sent: withTimeLimit,
        expected: {
          octets: octetsOf(
            "version: 1\n\ndn: cn=Ada Reader,ou=People,dc=library,dc=example\ndescription:: R3LDtsOfZSAzOA==\n",
          ),
        },
        anatomy: true,
      },
    ],
  };
}

/** The plan has no time limit, and a call has that of the client: the INTEGER before typesOnly (RFC 4511 §4.5.1). */
function withTimeLimit(planned: readonly string[]): readonly string[] {
  return planned.map((message) => message.replace("\x02\x01\0\x01\x01\0", "\x02\x01***\x01\x01\0"));
}
