import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { BerReader, TAG } from "../src/ber.ts";
import { type LdapOptions, type LdapUrl, ldap } from "../src/index.ts";
import { OPERATION } from "../src/message.ts";
import { type LdapSettings, ldapOptions } from "../src/options.ts";
import { plan } from "../src/plan.ts";
import { done } from "./hostile-protocol.ts";
import { type Answer, all, worldOf } from "./world.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await ldap.access?.();

const registry = createRegistry(ldap);
const PASSWORD = "Swordfish/42";
/** The attributes that a listing needs. */
const LISTED = "objectClass description hasSubordinates numSubordinates modifyTimestamp";
const EVERY = "87 objectClass";
const CN_IS_A = "a3 \x04\x02cn\x04\x01a";
const START_TLS = "1 extended 1.3.6.1.4.1.1466.20037";

/** A server that accepts every request and finds nothing. */
const accept: Answer = async ({ id, operation }, peer) => {
  if (operation === OPERATION.bindRequest) return done(id, 0, OPERATION.bindResponse);
  if (operation !== OPERATION.extendedRequest) return done(id);
  await peer.send(done(id, 0, OPERATION.extendedResponse));
  await peer.secure();
  return new Uint8Array(0);
};

/** The beginning of a search request with the default limits: 100,000 entries, and no time (RFC 4511 §4.5.1). */
function search(dn: string, scope: number, aliases = 0): string {
  return `search ${JSON.stringify(dn)} scope ${scope}, aliases ${aliases}, size 100000, time 0, types 0`;
}

/** Shows the fields of a request in the order in which they are sent (RFC 4511 appendix B). */
function show(octets: Uint8Array): string {
  const message = new BerReader(octets).readConstructed(TAG.sequence);
  const id = message.readInteger();
  const { tag, content } = message.readElement();
  return `${id} ${showOperation(tag, new BerReader(content))}${message.atEnd ? "" : showPage(message)}`;
}

function showOperation(tag: number, request: BerReader): string {
  if (tag === 0x42) return "unbind";
  if (tag === 0x77) return `extended ${request.readText(0x80)}`;
  if (tag === 0x60) {
    const [version, name] = [request.readInteger(), request.readText()];
    const login = request.readElement();
    const sasl = login.tag === 0xa3 ? new BerReader(login.content) : undefined;
    const shown = sasl && `${sasl.readText()} ${JSON.stringify(sasl.readText())}`;
    return `bind ${version} ${JSON.stringify(name)} ${shown ?? Buffer.from(login.content).toString()}`;
  }
  expect(tag).toBe(0x63);
  const dn = JSON.stringify(request.readText());
  const [scope, aliases] = [request.readInteger(TAG.enumerated), request.readInteger(TAG.enumerated)];
  const [size, time, types] = [request.readInteger(), request.readInteger(), request.read(TAG.boolean)[0]];
  const filter = request.readElement();
  const names = request.readConstructed(TAG.sequence);
  const attributes: string[] = [];
  while (!names.atEnd) attributes.push(names.readText());
  return [
    `search ${dn} scope ${scope}, aliases ${aliases}, size ${size}, time ${time}, types ${types}`,
    `${filter.tag.toString(16)} ${Buffer.from(filter.content).toString("latin1")}`,
    attributes.join(" "),
  ].join("; ");
}

function showPage(message: BerReader): string {
  const control = message.readConstructed(0xa0).readConstructed(TAG.sequence);
  expect(control.readText()).toBe("1.2.840.113556.1.4.319");
  const page = new BerReader(control.read(TAG.octetString)).readConstructed(TAG.sequence);
  return `; page ${page.readInteger()} ${JSON.stringify(page.readText())}`;
}

type Operation = "get" | "list" | "stat";
type Row = readonly [operation: Operation, url: string, options: LdapOptions, requests: readonly string[]];

const REQUESTS: readonly Row[] = [
  // The URL names the entry, its attributes, the scope, and the filter (RFC 4516 §2).
  ["get", "ldap://h.example/dc=x", {}, [`1 ${search("dc=x", 0)}; ${EVERY}; `, "2 unbind"]],
  ["get", "ldap://h.example/dc=x??base", {}, [`1 ${search("dc=x", 0)}; ${EVERY}; `, "2 unbind"]],
  [
    "get",
    "ldap://h.example/dc=x?CN,mail?sub?(cn=a)",
    { pageSize: 7 },
    [`1 ${search("dc=x", 2)}; ${CN_IS_A}; cn mail; page 7 ""`, "2 unbind"],
  ],
  ["get", "ldap://h.example/??one", {}, [`1 ${search("", 1)}; ${EVERY}; ; page 500 ""`, "2 unbind"]],
  // A listing has the entries below.
  [
    "list",
    "ldap://h.example/dc=x",
    {},
    [`1 ${search("dc=x", 1)}; ${EVERY}; ${LISTED}; page 500 ""`, "2 unbind"],
  ],
  [
    "list",
    "ldap://h.example/dc=x???(OBJECTCLASS=*)",
    {},
    [`1 ${search("dc=x", 1)}; ${EVERY}; ${LISTED}; page 500 ""`, "2 unbind"],
  ],
  [
    "list",
    "ldap://h.example/dc=x?CN,1.1,DESCRIPTION?one?(cn=a)",
    { pageSize: 0 },
    [`1 ${search("dc=x", 1)}; ${CN_IS_A}; cn ${LISTED}`, "2 unbind"],
  ],
  [
    "list",
    "ldap://h.example/??one",
    {},
    [`1 ${search("", 1)}; ${EVERY}; ${LISTED}; page 500 ""`, "2 unbind"],
  ],
  // The root has the naming contexts of the server (RFC 4512 §5.1).
  ["list", "ldap://h.example/", {}, [`1 ${search("", 0)}; ${EVERY}; namingContexts`, "2 unbind"]],
  // What is known of the entry itself: a filter applies to it only without a scope.
  ["stat", "ldap://h.example/dc=x", {}, [`1 ${search("dc=x", 0)}; ${EVERY}; ${LISTED}`, "2 unbind"]],
  [
    "stat",
    "ldap://h.example/dc=x?CN?sub?(cn=a)",
    {},
    [`1 ${search("dc=x", 0)}; ${EVERY}; ${LISTED}`, "2 unbind"],
  ],
  [
    "stat",
    "ldap://h.example/dc=x?CN??(cn=a)",
    {},
    [`1 ${search("dc=x", 0)}; ${CN_IS_A}; ${LISTED}`, "2 unbind"],
  ],
  // Aliases (RFC 4511 §4.5.1.3).
  [
    "get",
    "ldap://h.example/dc=x",
    { dereference: "searching" },
    [`1 ${search("dc=x", 0, 1)}; ${EVERY}; `, "2 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { dereference: "finding" },
    [`1 ${search("dc=x", 0, 2)}; ${EVERY}; `, "2 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { dereference: "always" },
    [`1 ${search("dc=x", 0, 3)}; ${EVERY}; `, "2 unbind"],
  ],
  // TLS and logins (RFC 4513).
  [
    "get",
    "ldap://h.example/dc=x",
    { tls: "required" },
    [START_TLS, `2 ${search("dc=x", 0)}; ${EVERY}; `, "3 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { tls: "preferred", bindDn: "cn=u" },
    [START_TLS, `2 bind 3 "cn=u" ${PASSWORD}`, `3 ${search("dc=x", 0)}; ${EVERY}; `, "4 unbind"],
  ],
  [
    "get",
    "ldaps://h.example/dc=x",
    { tls: "required", bindDn: "cn=u" },
    [`1 bind 3 "cn=u" ${PASSWORD}`, `2 ${search("dc=x", 0)}; ${EVERY}; `, "3 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { clearTextLogin: true, bindDn: "bob", bind: "plain" },
    [`1 bind 3 "" PLAIN "\\u0000bob\\u0000${PASSWORD}"`, `2 ${search("dc=x", 0)}; ${EVERY}; `, "3 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { clearTextLogin: true, bind: "simple" },
    [`1 bind 3 "ann" ${PASSWORD}`, `2 ${search("dc=x", 0)}; ${EVERY}; `, "3 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { bind: "external" },
    [`1 bind 3 "" EXTERNAL ""`, `2 ${search("dc=x", 0)}; ${EVERY}; `, "3 unbind"],
  ],
  [
    "get",
    "ldap://h.example/dc=x",
    { bind: "anonymous", bindDn: "cn=u" },
    [`1 ${search("dc=x", 0)}; ${EVERY}; `, "2 unbind"],
  ],
];

/** Performs an operation at a server that finds nothing. @returns its requests. */
async function perform(operation: Operation, url: string, options: LdapOptions) {
  const { client, clock, sent } = worldOf(accept, {
    ask: async ({ wanted }) => ({ ...(wanted === "user" && { user: "ann" }), password: PASSWORD }),
  });
  const call =
    operation === "list" ? all(client.list(url, { options })) : client[operation](url, { options });
  await clock.until(Promise.allSettled([call]));
  return sent;
}

describe("an operation", () => {
  it.each<Row>(REQUESTS)(
    "%s %s with %j sends these requests (RFC 4511 §4)",
    async (operation, url, options, requests) => {
      expect((await perform(operation, url, options)).map(show)).toEqual(requests);
    },
  );

  // The bytes of a login have a secret, which a plan does not show.
  it.each<Row>(REQUESTS.filter(([, , options]) => !("bind" in options || "bindDn" in options)))(
    "%s %s with %j sends what its plan says",
    async (operation, url, options) => {
      const settings = { ...ldapOptions.defaults, ...options } as LdapSettings;
      const { steps } = plan(registry.parse(url) as LdapUrl, operation, settings);
      const planned = steps.flatMap((step) => (step.do === "send" ? [show(step.octets)] : []));
      expect(planned).toEqual((await perform(operation, url, options)).map(show));
    },
  );

  it.each([
    ["ldap://h.example/dc=x", "list"],
    ["ldap://h.example/dc=x?cn", "get"],
    ["ldap://h.example/dc=x???(cn=a)", "get"],
    ["ldap://h.example/dc=x?cn?one", "list"],
  ])("of the plan of %s without one is %s", (url, operation) => {
    expect(plan(registry.parse(url) as LdapUrl)).toEqual(plan(registry.parse(url) as LdapUrl, operation));
  });

  it("has no plan if it is another one: unsupported", () => {
    const url = registry.parse("ldap://h.example/dc=x") as LdapUrl;
    expect(() => plan(url, "put")).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("has the steps of a login in its plan, without the password", () => {
    const url = registry.parse("ldap://h.example/dc=x?cn") as LdapUrl;
    const { steps } = plan(url, "get", { ...ldapOptions.defaults, tls: "required", bindDn: "cn=u" });
    expect(steps.map((step) => [step.do, step.cite, "part" in step ? step.part : ""])).toEqual([
      ["connect", "RFC 4511", ""],
      ["send", "RFC 4511 §4.14", ""],
      ["secure", "RFC 4511 §4.14", ""],
      ["send", "RFC 4513 §5.1.3", ""],
      ["send", "RFC 4511 §4.5.1", "dn"],
      ["send", "RFC 4511 §4.3", ""],
    ]);
    expect(steps[3]).toMatchObject({ text: expect.stringMatching(/cn=u.*\*\*\*$/) });
  });
});
