import type { Entry, Limits } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { encodeElement, encodeInteger, encodeString, TAG } from "../src/ber.ts";
import { ldap } from "../src/index.ts";
import { OPERATION } from "../src/message.ts";
import { done, entry, message } from "./hostile-protocol.ts";
import { type Answer, all, worldOf } from "./world.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await ldap.access?.();

const SECRET = "Swordfish/42";

const URL_SUB = "ldap://h.example/dc=x??sub";
const reference = (id: number, ...urls: readonly string[]) =>
  message(id, encodeElement(OPERATION.searchReference, ...urls.map((url) => encodeString(url))));

/** Returns the error code of listing a subtree at this server, or the names. */
async function outcome(reply: (id: number) => Uint8Array | undefined, limits: Partial<Limits> = {}) {
  const { client, clock, transport } = worldOf(({ id }) => reply(id), { limits });
  const result = await clock
    .until(all<Entry>(client.list(URL_SUB)))
    .then((entries) => entries.map(({ name }) => name))
    .catch((error: { readonly code: string }) => error.code);
  expect(transport.open).toBe(0);
  return result;
}

describe("an LDAP server that breaks the rules", () => {
  it.each<[string, string, (id: number) => Uint8Array | undefined]>([
    ["closes", "truncated", () => undefined],
    ["answers another request", "desync", (id) => done(id + 1)],
    [
      "answers with a response of another type",
      "protocol-error",
      (id) => done(id, 0, OPERATION.bindResponse),
    ],
    ["sends no result code", "protocol-error", (id) => message(id, encodeElement(OPERATION.searchDone))],
    [
      "sends a result code of another type",
      "protocol-error",
      (id) =>
        message(
          id,
          encodeElement(OPERATION.searchDone, encodeInteger(0), encodeString(""), encodeString("")),
        ),
    ],
    [
      "sends an entry without attributes",
      "protocol-error",
      (id) => message(id, encodeElement(OPERATION.searchEntry, encodeString("dc=x"))),
    ],
    ["sends an indefinite length", "protocol-error", () => Uint8Array.of(0x30, 0x80, 2, 1, 1)],
    ["sends a huge length", "too-large", () => Uint8Array.of(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff)],
    ["does not use LDAP", "protocol-error", () => new TextEncoder().encode("220 ready\r\n")],
    [
      "announces that it closes (§4.4.1)",
      "temporarily-unavailable",
      () =>
        message(
          0,
          encodeElement(
            OPERATION.extendedResponse,
            encodeInteger(52, TAG.enumerated),
            encodeString(""),
            encodeString(""),
            encodeString("1.3.6.1.4.1.1466.20036", 0x8a),
          ),
        ),
    ],
    [
      "sends a notification without a name",
      "temporarily-unavailable",
      () => done(0, 0, OPERATION.extendedResponse),
    ],
  ])("%s: %s", async (_, code, reply) => expect(await outcome(reply)).toBe(code));

  it.each<[replyCode: number, code: string, message: string, hint?: string]>([
    [2, "protocol-error", "the server rejected the request with result code 2"],
    [3, "truncated", "the server reached its time limit", "use a narrower filter"],
    [4, "truncated", "the server reached its limit of entries", "use a narrower filter, or set pageSize"],
    [
      7,
      "auth-required",
      "the server does not support this way to log in",
      "use another value of the ldap option bind",
    ],
    [8, "auth-required", "the server requires a login", "set the ldap options bind and bindDn"],
    [11, "truncated", "the server reached a limit of its operator", "use a narrower filter, or set pageSize"],
    [12, "unsupported", "the server does not support a critical extension of the request"],
    [13, "tls-required", "the server requires TLS", 'set the ldap option tls to "required", or use ldaps:'],
    [32, "not-found", "the server has no such entry"],
    [34, "protocol-error", "the server rejected the request with result code 34"],
    [48, "auth-failed", "the server does not accept this kind of login"],
    [49, "auth-failed", "the server rejected the user or the password"],
    [50, "permission-denied", "the server denied permission"],
    [51, "temporarily-unavailable", "the server is busy"],
    [52, "temporarily-unavailable", "the server is shutting down"],
    [53, "permission-denied", "the server is unwilling to perform the request"],
    [99, "protocol-error", "the server rejected the request with result code 99"],
  ])("result code %i is %s: %s (RFC 4511 appendix A)", async (replyCode, code, message, hint) => {
    const { client, clock } = worldOf(({ id }) => done(id, replyCode, undefined, "because\0"));
    const call = clock.until(all<Entry>(client.list(URL_SUB)));
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code,
      message: expect.stringContaining(message),
      hint,
      replyCode,
      reply: "because",
    });
  });

  it("sends entries without an end: maxEntries and maxListing", async () => {
    const many = (id: number) => joinBytes(Array.from({ length: 200 }, (_, i) => entry(id, `cn=${i},dc=x`)));
    expect(await outcome(many, { maxEntries: 199 })).toBe("too-large");
    const all = (id: number) => joinBytes([many(id), done(id)]);
    expect(await outcome(all, { maxEntries: 200 })).toHaveLength(200);
    // "cn=0,dc=x" is an entry of 13 bytes: its name, and an empty list of attributes.
    const one = (id: number) => joinBytes([entry(id, "cn=0,dc=x"), done(id)]);
    expect(await outcome(one, { maxListing: 13 })).toEqual(["cn=0"]);
    expect(await outcome(one, { maxListing: 12 })).toBe("too-large");
  });

  it("obeys the sizeLimit that it was sent: too-large", async () => {
    expect(await outcome((id) => joinBytes([entry(id, "cn=a,dc=x"), done(id, 4)]), { maxEntries: 1 })).toBe(
      "too-large",
    );
  });

  it.each([
    [16, ["cn=last"]],
    [17, "protocol-error"],
  ])("sends %i empty pages, one after the other: %j", async (empty, due) => {
    const page = encodeElement(TAG.sequence, encodeInteger(0), encodeString("more"));
    const control = encodeElement(TAG.sequence, encodeString("1.2.840.113556.1.4.319"), encodeString(page));
    const result = encodeElement(
      OPERATION.searchDone,
      encodeInteger(0, TAG.enumerated),
      encodeString(""),
      encodeString(""),
    );
    const reply = (id: number) =>
      id > empty
        ? joinBytes([entry(id, "cn=last,dc=x"), done(id)])
        : encodeElement(TAG.sequence, encodeInteger(id), result, encodeElement(0xa0, control));
    expect(await outcome(reply)).toEqual(due);
  });

  it("names an entry that is not a distinguished name: it has no URL, and the next one is there", async () => {
    const { client, clock } = worldOf(({ id }) =>
      joinBytes([entry(id, "a\r\nb"), entry(id, "cn=ok,dc=x"), done(id)]),
    );
    const entries = await clock.until(all<Entry>(client.list(URL_SUB)));
    expect(entries).toMatchObject([
      { name: "a\r\nb", url: undefined, unsafe: expect.any(String) },
      { name: "cn=ok", url: "ldap://h.example/cn=ok,dc=x" },
    ]);
  });
});

describe("pages (RFC 2696)", () => {
  it("are requested with the cookie of the one before", async () => {
    const cookies: boolean[] = [];
    const { client, clock } = worldOf(({ id, octets }) => {
      const again = Buffer.from(octets).includes("cookie1");
      cookies.push(again);
      const page = encodeElement(TAG.sequence, encodeInteger(0), encodeString(again ? "" : "cookie1"));
      const control = encodeElement(TAG.sequence, encodeString("1.2.840.113556.1.4.319"), encodeString(page));
      const result = encodeElement(
        OPERATION.searchDone,
        encodeInteger(0, TAG.enumerated),
        encodeString(""),
        encodeString(""),
      );
      const end = encodeElement(TAG.sequence, encodeInteger(id), result, encodeElement(0xa0, control));
      return joinBytes([entry(id, `cn=${again ? "b" : "a"},dc=x`), end]);
    });
    const entries = await clock.until(all<Entry>(client.list(URL_SUB)));
    expect(entries.map(({ name }) => name)).toEqual(["cn=a", "cn=b"]);
    expect(cookies).toEqual([false, true]);
  });
});

describe("referrals (RFC 4511 §4.1.10, §4.5.3)", () => {
  const referral = (id: number, ...urls: readonly string[]) =>
    message(
      id,
      encodeElement(
        OPERATION.searchDone,
        encodeInteger(10, TAG.enumerated),
        encodeString(""),
        encodeString(""),
        encodeElement(0xa3, ...urls.map((url) => encodeString(url))),
      ),
    );
  const text = async (
    client: ReturnType<typeof worldOf>["client"],
    url: `ldap://${string}` | `ldaps://${string}`,
  ) => (await client.get(url)).text();
  /** The first server refers to the second one, which has the entry. */
  const moved: Answer = ({ id, octets }) =>
    Buffer.from(octets).includes("dc=moved")
      ? joinBytes([entry(id, "dc=moved", { dc: "moved" }), done(id)])
      : referral(id, "http://h2.example/", "ldap://h2.example/dc=moved");

  it("are not followed unasked", async () => {
    const { client, clock, transport } = worldOf(moved);
    await expect(clock.until(text(client, "ldap://h.example/dc=x?*"))).rejects.toMatchObject({
      code: "redirect-refused",
      message: expect.stringContaining("ldap://h2.example/dc=moved"),
    });
    expect(transport.connections).toHaveLength(1);
  });

  it("are followed with the option, and keep the attributes of the URL", async () => {
    const { client, clock, transport } = worldOf(moved, { options: { followReferrals: true } });
    expect(await clock.until(text(client, "ldap://h.example/dc=x?*"))).toBe(
      "version: 1\n\ndn: dc=moved\ndc: moved\n",
    );
    expect(transport.connections).toHaveLength(2);
    expect(transport.open).toBe(0);
  });

  it("end after maxReferrals", async () => {
    const { client, clock, transport } = worldOf(({ id }) => referral(id, "ldap://h2.example/dc=x"), {
      options: { followReferrals: true },
      limits: { maxReferrals: 2 },
    });
    await expect(clock.until(text(client, "ldap://h.example/dc=x?*"))).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect(transport.connections.length).toBeLessThanOrEqual(4);
    expect(transport.open).toBe(0);
  });

  it.each([
    "http://h2.example/",
    "file:///etc/passwd",
    "ldap:///dc=x",
    "ldap://u:p@h2.example/",
    "ldap://h2.example/????!x",
    "a\nb",
    "",
  ])("to %j are refused", async (url) => {
    const { client, clock } = worldOf(({ id }) => referral(id, url), { options: { followReferrals: true } });
    await expect(clock.until(text(client, "ldap://h.example/dc=x?*"))).rejects.toMatchObject({
      code: "redirect-refused",
    });
  });

  it("of a listing are links, and never leave TLS", async () => {
    const { client, clock } = worldOf(({ id }) =>
      joinBytes([
        reference(id, "ldap://h2.example/dc=y??base"),
        reference(id, "gopher://h2.example/"),
        done(id),
      ]),
    );
    expect(await clock.until(all<Entry>(client.list(URL_SUB)))).toMatchObject([
      { kind: "link", url: "ldap://h2.example/dc=y??base" },
      { kind: "link", url: undefined, unsafe: expect.any(String) },
    ]);
    const { parseReferral } = await import("../src/referral.ts");
    const { createRegistry } = await import("@anyurl/core");
    const from = createRegistry(ldap).parse("ldaps://h.example/dc=x?cn?one");
    expect(parseReferral("ldap://h2.example/dc=y", from)).toBeUndefined();
    expect(parseReferral("ldaps://h2.example", from)).toBe("ldaps://h2.example/dc=x?cn?base");
    expect(parseReferral("ldaps://h2.example", from, false)).toBe("ldaps://h2.example/dc=x?cn?one");
  });

  it("of a search are comments of LDIF, or are followed with the option", async () => {
    const answer: Answer = ({ id, octets }) =>
      Buffer.from(octets).includes("dc=y")
        ? joinBytes([entry(id, "dc=y", { dc: "y" }), done(id)])
        : joinBytes([entry(id, "dc=x", { dc: "x" }), reference(id, "ldap://h2.example/dc=y"), done(id)]);
    const own = "version: 1\n\ndn: dc=x\ndc: x\n";
    const plain = worldOf(answer);
    expect(await plain.clock.until(text(plain.client, URL_SUB))).toBe(
      `${own}\n# search result reference: ldap://h2.example/dc=y??sub\n`,
    );
    const following = worldOf(answer, { options: { followReferrals: true } });
    expect(await following.clock.until(text(following.client, URL_SUB))).toBe(`${own}\ndn: dc=y\ndc: y\n`);
    expect(following.transport.open).toBe(0);
    const many = worldOf(
      ({ id }) =>
        joinBytes([...Array.from({ length: 6 }, () => reference(id, "ldap://h2.example/dc=y")), done(id)]),
      { options: { followReferrals: true } },
    );
    await expect(many.clock.until(text(many.client, URL_SUB))).rejects.toMatchObject({
      code: "too-many-redirects",
    });
  });
});

describe("a login (RFC 4513)", () => {
  const accept: Answer = ({ id, operation }) =>
    operation === OPERATION.bindRequest
      ? done(id, 0, OPERATION.bindResponse)
      : joinBytes([entry(id, "dc=x", { dc: "x" }), done(id)]);
  const stat = (world: ReturnType<typeof worldOf>) =>
    world.clock.until(world.client.stat("ldap://h.example/dc=x"));
  const ask = async ({ wanted }: { readonly wanted: string }) =>
    wanted === "user" ? { user: "cn=u", password: SECRET } : { password: SECRET };

  it("is never sent in the clear without consent: nothing is sent", async () => {
    for (const options of [{ bindDn: "cn=u" }, { bind: "simple" }, { bind: "plain" }] as const) {
      const world = worldOf(accept, { options, ask });
      await expect(stat(world)).rejects.toMatchObject({ code: "tls-required" });
      expect(world.asked).toEqual([]);
    }
  });

  it("is not sent if StartTLS is refused", async () => {
    for (const tls of ["preferred", "required"] as const) {
      const world = worldOf(
        ({ id, operation, ...rest }, peer) =>
          operation === OPERATION.extendedRequest
            ? done(id, 2, OPERATION.extendedResponse)
            : accept({ id, operation, ...rest }, peer),
        { options: { tls, bindDn: "cn=u" }, ask },
      );
      await expect(stat(world)).rejects.toMatchObject({ code: "tls-required" });
      expect(world.asked).toEqual([OPERATION.extendedRequest]);
    }
  });

  it("is refused if data arrives with the response to StartTLS: an attacker may have sent it", async () => {
    const world = worldOf(({ id }) => joinBytes([done(id, 0, OPERATION.extendedResponse), done(2)]), {
      options: { tls: "required" },
    });
    await expect(stat(world)).rejects.toMatchObject({ code: "desync" });
  });

  it.each([{ bindDn: "cn=u" }, { bind: "simple" }, { bind: "plain", bindDn: "u" }] as const)(
    "asks for the password, with %j",
    async (options) => {
      const world = worldOf(accept, { options: { ...options, clearTextLogin: true }, ask });
      expect(await stat(world)).toMatchObject({ attributes: { dn: "dc=x" } });
      expect(world.asked).toEqual([OPERATION.bindRequest, OPERATION.searchRequest, OPERATION.unbindRequest]);
      expect(Buffer.from(world.sent[0]!).includes(SECRET)).toBe(true);
    },
  );

  it("with EXTERNAL sends no password", async () => {
    const world = worldOf(accept, { options: { bind: "external" } });
    await stat(world);
    expect(world.asked[0]).toBe(OPERATION.bindRequest);
  });

  it("fails without a password, because the server would accept an anonymous login (§5.1.2)", async () => {
    for (const password of [undefined, ""]) {
      const world = worldOf(accept, {
        options: { bindDn: "cn=u", clearTextLogin: true },
        ask: async () => (password === undefined ? undefined : { password }),
      });
      await expect(stat(world)).rejects.toMatchObject({ code: "auth-required" });
      expect(world.asked).toEqual([]);
    }
  });

  it.each([{ bindDn: "cn=u", clearTextLogin: true }, { tls: "required" }] as const)(
    "must be answered with a response of its own type, with %j",
    async (options) => {
      const world = worldOf(({ id }) => done(id), { options, ask });
      await expect(stat(world)).rejects.toMatchObject({
        code: "protocol-error",
        message: expect.stringContaining("the server sent a response of another type"),
      });
      expect(world.asked).toHaveLength(1);
    },
  );

  it("that is rejected fails with auth-failed, and no text shows the password", async () => {
    const world = worldOf(({ id }) => done(id, 49, OPERATION.bindResponse), {
      options: { bindDn: "cn=u", clearTextLogin: true },
      ask,
    });
    const error = await stat(world).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "auth-failed", replyCode: 49 });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(SECRET);
  });
});

describe("search words", () => {
  it("cannot add a condition to the filter", async () => {
    const world = worldOf(({ id }) => done(id));
    await world.clock.until(
      all(world.client.search("ldap://h.example/dc=x???(objectClass=person)", "*)(cn=*")),
    );
    const sent = Buffer.from(world.sent[0]!);
    expect(sent.includes(Buffer.concat([Buffer.of(0x81, 7), Buffer.from("*)(cn=*")]))).toBe(true);
    expect(sent.includes("person")).toBe(true);
  });

  it("must not be empty", async () => {
    const world = worldOf(({ id }) => done(id));
    await expect(
      world.clock.until(all(world.client.search("ldap://h.example/dc=x", " "))),
    ).rejects.toMatchObject({ code: "bad-argument" });
  });
});

describe("get and stat", () => {
  it("do not connect to the port of another protocol (RFC 1738 §6)", async () => {
    const world = worldOf(({ id }) => done(id));
    const call = world.clock.until(world.client.stat("ldap://h.example:25/"));
    await expect(call).rejects.toMatchObject({ code: "port-blocked" });
    expect(world.transport.connections).toHaveLength(0);
  });

  it("fail with not-found if the entry does not match", async () => {
    const world = worldOf(({ id }) => done(id));
    await expect(world.clock.until(world.client.get("ldap://h.example/dc=x???(cn=a)"))).rejects.toMatchObject(
      { code: "not-found" },
    );
    await expect(world.clock.until(world.client.stat("ldap://h.example/dc=x?*"))).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("get returns no entries of an empty search", async () => {
    const world = worldOf(({ id }) => done(id));
    expect(await (await world.clock.until(world.client.get(URL_SUB))).text()).toBe("version: 1\n");
  });

  it("a body that is cut is truncated", async () => {
    const world = worldOf(async ({ id }, peer) => {
      await peer.send(entry(id, "dc=x", { dc: "x" }));
      return undefined;
    });
    await expect(
      world.clock.until(world.client.get(URL_SUB).then((body) => body.text())),
    ).rejects.toMatchObject({ code: "truncated" });
  });
});
