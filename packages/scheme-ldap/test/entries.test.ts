import { createRegistry, type Entry, type View } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { encodeElement, encodeString, TAG } from "../src/ber.ts";
import { toContexts, toEntry } from "../src/entries.ts";
import { type LdapUrl, ldap } from "../src/index.ts";
import { readEntry } from "../src/message.ts";

const registry = createRegistry(ldap);
const parse = (url: string) => registry.parse(url) as LdapUrl;

type Attributes = Readonly<Record<string, readonly string[]>>;

/** Reads an entry as a server sends it. */
function found(dn: string, attributes: Attributes) {
  const list = Object.entries(attributes).map(([name, values]) =>
    encodeElement(
      TAG.sequence,
      encodeString(name),
      encodeElement(TAG.set, ...values.map((value) => encodeString(value))),
    ),
  );
  return readEntry(joinBytes([encodeString(dn), encodeElement(TAG.sequence, ...list)]));
}

const listed = (dn: string, attributes: Attributes, url = "ldap://h.example/dc=x") =>
  toEntry({ is: "entry", entry: found(dn, attributes) }, parse(url));

describe("an entry of a listing", () => {
  it.each<[name: string, dn: string, attributes: Attributes, due: Partial<Entry>]>([
    [
      "is a directory, because a server need not say what is below it",
      "ou=A,dc=x",
      {},
      { name: "ou=A", kind: "directory", url: "ldap://h.example/ou=A,dc=x", attributes: { dn: "ou=A,dc=x" } },
    ],
    [
      "is a file if it has no subordinates (hasSubordinates, X.501)",
      "cn=a,dc=x",
      { hasSubordinates: ["FALSE"] },
      { name: "cn=a", kind: "file", url: "ldap://h.example/cn=a,dc=x?*", mediaType: "text/ldif" },
    ],
    ["is a file with the number 0", "cn=a,dc=x", { NUMSUBORDINATES: ["0"] }, { kind: "file" }],
    ["is a directory with another number", "cn=a,dc=x", { numSubordinates: ["10"] }, { kind: "directory" }],
    ["is a directory with TRUE", "cn=a,dc=x", { hasSubordinates: ["TRUE"] }, { kind: "directory" }],
    [
      "has its values in one line, and known names as the standard spells them",
      "cn=a,dc=x",
      { OBJECTCLASS: ["top", "person"], Description: ["one", "two"], sN: ["x"] },
      { attributes: { dn: "cn=a,dc=x", objectClass: "top person", description: "one two", sN: "x" } },
    ],
    [
      "shows no value that is long or is not text, and none that only decides its kind",
      "cn=a,dc=x",
      { a: ["x".repeat(1024)], b: ["x".repeat(1025)], c: ["\udcff"], hasSubordinates: ["TRUE"] },
      { attributes: { dn: "cn=a,dc=x", a: "x".repeat(1024) } },
    ],
    [
      "shows control characters escaped",
      "cn=a,dc=x",
      { a: ["b\u001b[2J"] },
      { attributes: { dn: "cn=a,dc=x", a: "b\\x1b[2J" } },
    ],
    [
      "has a name as RFC 4514 writes it",
      "cn = a ; dc=x",
      {},
      { name: "cn=a", url: "ldap://h.example/cn=a,dc=x", attributes: { dn: "cn = a ; dc=x" } },
    ],
    [
      "has no URL if its name is not a distinguished name",
      "a",
      {},
      { name: "a", url: undefined, unsafe: "cannot make a URL from the distinguished name" },
    ],
    ["has a name even if it is the root", "", {}, { name: "", url: "ldap://h.example/" }],
  ])("%s", (_, dn, attributes, due) => {
    expect(listed(dn, attributes)).toMatchObject(due);
  });

  it("has the host and the port of the listing", () => {
    expect(listed("cn=a", {}, "ldaps://h.example:3269/").url).toBe("ldaps://h.example:3269/cn=a");
    expect(listed("cn=a", {}, "ldap://h.example:/").url).toBe("ldap://h.example/cn=a");
    expect(listed("cn=a", {}, "ldap:///").url).toBe("ldap:///cn=a");
  });
});

describe("a naming context of the root DSE (RFC 4512 §5.1)", () => {
  it.each([
    ["dc=x", "dc=x", "ldap://h.example/dc=x"],
    ["dc=x, dc=y", "dc=x,dc=y", "ldap://h.example/dc=x,dc=y"],
    ["", "(root)", "ldap://h.example/??one"],
    ["a", "a", undefined],
  ])("%j is the directory %j with the URL %s", (dn, name, url) => {
    const [context] = toContexts(found("", { NamingContexts: [dn] }), parse("ldap://h.example/"));
    expect(context).toEqual({
      ...{ name, kind: "directory", url },
      ...(url === undefined && { unsafe: "cannot make a URL from the distinguished name" }),
    });
  });

  it("is missing if the server names none", () => {
    expect(toContexts(found("", { vendorName: ["V"] }), parse("ldap://h.example/"))).toEqual([]);
  });
});

describe("a referral of a listing (RFC 4511 §4.1.10)", () => {
  it.each([
    [["http://h2.example/", "ldap://h2.example:3268/dc=y??sub"], "ldap://h2.example:3268/dc=y??sub?(cn=a)"],
    [["ldap://h2.example/"], "ldap://h2.example/dc=x??base?(cn=a)"],
    [["ldap://h2.example:/dc=y???(cn=b)"], "ldap://h2.example/dc=y??base?(cn=b)"],
  ])("to %j is a link to %s", (urls, due) => {
    const event = { is: "reference", urls } as const;
    expect(toEntry(event, parse("ldap://h.example/dc=x??one?(cn=a)"))).toEqual({
      name: due,
      kind: "link",
      url: due,
    });
  });

  it("to no LDAP URL is a link that cannot be opened", () => {
    expect(toEntry({ is: "reference", urls: ["ldap:///dc=y"] }, parse("ldap://h.example/dc=x??sub"))).toEqual(
      {
        name: "referral",
        kind: "link",
        url: undefined,
        unsafe: "the server named no valid LDAP URL",
      },
    );
  });
});

describe("a page with the entries", () => {
  const view = (url: string) => (ldap.presentation!.view as (url: LdapUrl) => View)(parse(url));

  it("has the distinguished name as its title, and a search below it", () => {
    expect(view("ldap://h.example/dc=x")).toMatchObject({ title: "dc=x", search: expect.anything() });
    expect(view("ldap://h.example/dc=x").columns?.[0]).toMatchObject({ title: "Entry" });
  });

  it("of the root has its naming contexts, and no search, for it has no entries", () => {
    expect(view("ldap://h.example/")).not.toHaveProperty("title");
    expect(view("ldap://h.example/")).not.toHaveProperty("search");
    expect(view("ldap://h.example/").columns?.[0]).toMatchObject({ title: "Naming context" });
  });
});
