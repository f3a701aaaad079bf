import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, toFetch } from "@anyurl/client";
import { type LdapOptions, ldap } from "@anyurl/scheme-ldap";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { collect } from "./collect.ts";
import { describePeer } from "./describe-peer.ts";

const SEED = `dn: dc=example,dc=org
objectClass: domain
dc: example

dn: ou=People,dc=example,dc=org
objectClass: organizationalUnit
ou: People

dn: cn=Alice Example,ou=People,dc=example,dc=org
objectClass: inetOrgPerson
cn: Alice Example
sn: Example
mail: alice@example.org
description: only for the administrator

dn: cn=Bob\\, Jr. (x*y),ou=People,dc=example,dc=org
objectClass: inetOrgPerson
cn: Bob, Jr. (x*y)
sn:: R3LDtsOfZQ==
`;

const ADMIN = "cn=admin,dc=example,dc=org";
const at = (path: string) => `ldap://127.0.0.1:${peer.port}${path}` as const;

/** Creates a client that trusts the certificate of the server and knows the password of the administrator. */
function clientOf(options: LdapOptions = {}, password = "s3cr3t") {
  const ca = readFileSync(join(peer.root, "cert.pem"), "utf8");
  return createClient({
    schemes: [ldap],
    transport: nodeTransport({ tls: { ca } }),
    options: { ldap: options },
    credentials: async () => ({ password }),
  });
}

const peer = describePeer(
  { name: "slapd", seed: (root) => writeFileSync(join(root, "seed.ldif"), SEED) },
  () => {
    it("lists the naming contexts, and then the tree entry by entry", async () => {
      const client = clientOf();
      const [context] = await collect(client.list(at("/")));
      expect(context).toMatchObject({ name: "dc=example,dc=org", kind: "directory" });
      const [people] = await collect(client.list(context!.url as "ldap://h/"));
      expect(people).toMatchObject({
        name: "ou=People",
        kind: "directory",
        attributes: { objectClass: "organizationalUnit" },
      });
      const persons = await collect(client.list(people!.url as "ldap://h/"));
      expect(persons.map(({ name, kind }) => [name, kind])).toEqual([
        ["cn=Alice Example", "file"],
        ["cn=Bob\\2C Jr. (x*y)", "file"],
      ]);
      for (const { modified, url } of persons) {
        expect(modified).toBeInstanceOf(Date);
        expect(await (await client.get(url as "ldap://h/")).text()).toContain("objectClass: inetOrgPerson");
      }
    });

    it("returns an entry as LDIF", async () => {
      const text = await (
        await clientOf().get(at("/cn=Bob%5C,%20Jr.%20(x*y),ou=People,dc=example,dc=org?cn,sn"))
      ).text();
      expect(text).toBe(
        "version: 1\n\ndn: cn=Bob\\2C Jr. (x*y),ou=People,dc=example,dc=org\ncn: Bob, Jr. (x*y)\nsn:: R3LDtsOfZQ==\n",
      );
    });

    it("finds values with escapes, and words", async () => {
      const client = clientOf();
      const found = await collect(client.list(at("/dc=example,dc=org??sub?(cn=*%5C28x%5C2ay%5C29)")));
      expect(found).toHaveLength(1);
      expect(
        (await collect(client.search(at("/dc=example,dc=org"), "alice"))).map(({ name }) => name),
      ).toEqual(["cn=Alice Example"]);
    });

    it("reads pages of one entry", async () => {
      expect(await collect(clientOf({ pageSize: 1 }).list(at("/dc=example,dc=org??sub")))).toHaveLength(4);
    });

    it("reports what is missing, and a limit", async () => {
      const client = clientOf();
      await expect(client.stat(at("/cn=missing,dc=example,dc=org"))).rejects.toMatchObject({
        code: "not-found",
        replyCode: 32,
      });
      const call = collect(client.list(at("/dc=example,dc=org??sub"), { limits: { maxEntries: 2 } }));
      await expect(call).rejects.toMatchObject({ code: "too-large" });
      expect(await client.stat(at("/ou=People,dc=example,dc=org"))).toMatchObject({ kind: "directory" });
    });

    it("sends a password only after StartTLS, and then reads what others may not", async () => {
      const alice = at("/cn=Alice%20Example,ou=People,dc=example,dc=org?description");
      expect(await (await clientOf().get(alice)).text()).not.toContain("description");
      const secured = clientOf({ tls: "required", bindDn: ADMIN });
      expect(await (await secured.get(alice)).text()).toContain("description: only for the administrator");
      await expect(clientOf({ bindDn: ADMIN }).get(alice)).rejects.toMatchObject({ code: "tls-required" });
      const wrong = clientOf({ tls: "required", bindDn: ADMIN }, "wrong");
      await expect(wrong.get(alice)).rejects.toMatchObject({ code: "auth-failed", replyCode: 49 });
    });

    it("has an HTTP front for an entry", async () => {
      const response = await toFetch(clientOf())(at("/cn=Alice%20Example,ou=People,dc=example,dc=org?mail"));
      expect(response.headers.get("content-type")).toBe("text/ldif");
      expect(await response.text()).toContain("mail: alice@example.org");
    });
  },
);
