import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { encodeBoolean, encodeElement, encodeInteger, encodeString, TAG } from "../src/ber.ts";
import { type LdapOptions, ldap } from "../src/index.ts";
import { OPERATION } from "../src/message.ts";
import { done, entry, message } from "./hostile-protocol.ts";
import { type Answer, all, worldOf } from "./world.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await ldap.access?.();

/** Returns the LDIF of an entry that this server sends. */
async function ldif(answer: Answer, url: `ldap://${string}` = "ldap://h.example/dc=x?*"): Promise<string> {
  const { client, clock } = worldOf(answer);
  return clock.until(client.get(url).then((body) => body.text()));
}

describe("get", () => {
  it("returns an entry with a value of 1 MiB, such as a photo or a list of certificates", async () => {
    const photo = new Uint8Array(2 ** 20).fill(0xff);
    const text = await ldif(({ id }) => joinBytes([entry(id, "dc=x", { jpegPhoto: photo }), done(id)]));
    const [header, base64 = ""] = text.split("jpegPhoto:: ");
    expect(header).toBe("version: 1\n\ndn: dc=x\n");
    expect(Buffer.from(base64.replaceAll("\n ", ""), "base64").equals(photo)).toBe(true);
  });

  it.each([
    "member;range=0-1499",
    "member;Range=1500-*",
    "userCertificate;binary",
    "cn;lang-en;x-a",
    "2.5.4.3",
    "x_y",
  ])("names the attribute %s as the server does, of which Active Directory sends ranges", async (name) => {
    const text = await ldif(({ id }) => joinBytes([entry(id, "dc=x", { [name]: "a" }), done(id)]));
    expect(text).toBe(`version: 1\n\ndn: dc=x\n${name}: a\n`);
  });

  it.each(["member;range=1500-*", "member;range=0-9"])(
    "asks for %s, the rest of the values",
    async (name) => {
      const { client, clock, sent } = worldOf(({ id }) => joinBytes([entry(id, "dc=x"), done(id)]));
      const url = ldap.format({ host: "h.example", dn: "dc=x", attributes: [name] });
      await clock.until(client.get(url as `ldap://${string}`));
      expect(Buffer.from(sent[0]!).includes(name)).toBe(true);
    },
  );
});

describe("get that follows search result references (RFC 4511 §4.5.3)", () => {
  const answer =
    (other: Answer): Answer =>
    (request, peer) =>
      Buffer.from(request.octets).includes("dc=y")
        ? other(request, peer)
        : joinBytes([
            entry(request.id, "cn=a,dc=x"),
            message(
              request.id,
              encodeElement(OPERATION.searchReference, encodeString("ldap://h2.example/dc=y")),
            ),
            done(request.id),
          ]);
  const get = async (other: Answer) => {
    const { client, clock } = worldOf(answer(other), { options: { followReferrals: true } });
    const url = "ldap://h.example/dc=x??one?(cn=a)";
    return clock.until(client.get(url).then((body) => body.text())).catch(({ code }) => code);
  };

  it("goes on if the entry of the other server does not match the filter", async () => {
    expect(await get(({ id }) => done(id))).toBe("version: 1\n\ndn: cn=a,dc=x\n");
  });

  it("fails if the other server does not have the entry, or fails", async () => {
    expect(await get(({ id }) => done(id, 32))).toBe("not-found");
    expect(await get(({ id }) => done(id, 51))).toBe("temporarily-unavailable");
  });
});

/** Returns the error of a `stat`, with the text that it shows of the server. */
async function failureOf(answer: Answer, options: LdapOptions = {}) {
  const { client, clock } = worldOf(answer, { options, ask: () => ({ password: "pw" }) });
  return clock.until(client.stat("ldap://h.example/dc=x")).then(
    () => undefined,
    ({ code, reply, replyCode }) => [code, replyCode, reply],
  );
}

const BIND =
  "In order to perform this operation a successful bind must be completed on the connection., data 0";

describe("a result (RFC 4511 §4.1.9)", () => {
  it.each<[number, string, string, string | undefined]>([
    [
      1,
      `000004DC: LdapErr: DSID-0C0907C2, comment: ${BIND}, v2580\0`,
      "auth-required",
      `000004DC: LdapErr: DSID-0C0907C2, comment: ${BIND}, v2580`,
    ],
    [1, "000004dc: x", "auth-required", "000004dc: x"],
    [1, "000004DD: x", "protocol-error", "000004DD: x"],
    [1, "x000004DC: x", "protocol-error", "x000004DC: x"],
    [1, "", "protocol-error", undefined],
    [80, "000004DC: x", "protocol-error", "000004DC: x"],
    [32, "0000208D: NameErr\n\0\0", "not-found", "0000208D: NameErr\\x0a"],
    [32, "a\0b", "not-found", "a\\x00b"],
    [32, "\0", "not-found", undefined],
    [32, "\x1b[31m", "not-found", "\\x1b[31m"],
    [50, "y".repeat(501), "permission-denied", "y".repeat(500)],
  ])("with code %i and the text %j fails with %s", async (code, diagnostic, due, reply) => {
    expect(await failureOf(({ id }) => done(id, code, OPERATION.searchDone, diagnostic))).toEqual([
      due,
      code,
      reply,
    ]);
  });

  it("of StartTLS has a text like that of any other request", async () => {
    const refuse: Answer = ({ id }) => done(id, 2, OPERATION.extendedResponse, "no\x1b TLS\0");
    expect(await failureOf(refuse, { tls: "required" })).toEqual(["tls-required", 2, "no\\x1b TLS"]);
  });
});

describe("a login (RFC 4511 §4.2.2)", () => {
  const reject: Answer = ({ id }) => done(id, 8, OPERATION.bindResponse, "00002028: LdapErr");

  it("without TLS that needs a stronger one calls for TLS, as Active Directory means it", async () => {
    const options = { bindDn: "cn=u", clearTextLogin: true };
    expect(await failureOf(reject, options)).toEqual(["tls-required", 8, "00002028: LdapErr"]);
  });

  it("with another result fails with its meaning", async () => {
    const locked: Answer = ({ id }) => done(id, 49, OPERATION.bindResponse, "80090308: data 775");
    const options = { bindDn: "cn=u", clearTextLogin: true };
    expect(await failureOf(locked, options)).toEqual(["auth-failed", 49, "80090308: data 775"]);
  });
});

describe("a notice of disconnection (RFC 4511 §4.4.1)", () => {
  const notice = message(
    0,
    encodeElement(
      OPERATION.extendedResponse,
      encodeInteger(52, TAG.enumerated),
      ...["", "idle too long", "1.3.6.1.4.1.1466.20036"].map((text, i) =>
        encodeString(text, i < 2 ? TAG.octetString : 0x8a),
      ),
    ),
  );
  const options = { bindDn: "cn=u", clearTextLogin: true };

  it.each<[string, Answer]>([
    ["instead of a response", () => notice],
    [
      "after the response to another request",
      ({ id }) => joinBytes([done(id, 0, OPERATION.bindResponse), notice]),
    ],
  ])("that comes %s says why", async (_, answer) => {
    expect(await failureOf(answer, options)).toEqual(["temporarily-unavailable", 52, "idle too long"]);
    const { client, clock } = worldOf(answer, { options, ask: () => ({ password: "pw" }) });
    await expect(clock.until(client.stat("ldap://h.example/dc=x"))).rejects.toThrow(
      "the server closes the connection",
    );
  });

  it.each<[string, Uint8Array]>([
    ["another response", done(9)],
    ["a part of a notice", notice.subarray(0, -1)],
    ["a notice for a request", done(9, 52, OPERATION.extendedResponse)],
    ["another message without a request", done(0, 52)],
  ])("is not %s", async (_, octets) => {
    const answer: Answer = ({ id }) => joinBytes([done(id, 0, OPERATION.bindResponse), octets]);
    expect(await failureOf(answer, options)).toEqual(["desync", undefined, undefined]);
  });
});

describe("stat", () => {
  it.each([
    ["20240229123456Z", "2024-02-29T12:34:56Z"],
    ["20240229123456.0Z", "2024-02-29T12:34:56Z"],
    ["20240229123456,75Z", "2024-02-29T12:34:56Z"],
    ["202402291234Z", "2024-02-29T12:34:00Z"],
    ["2024022912Z", "2024-02-29T12:00:00Z"],
    ["20240229123456+0130", "2024-02-29T11:04:56Z"],
    ["20240229233456-01", "2024-03-01T00:34:56Z"],
    ["20240101000000+0001", "2023-12-31T23:59:00Z"],
    ...["20230229123456Z", "20241329123456Z", "20240229123456", "20240229Z", "20240229243456Z"].map(
      (text) => [text, undefined],
    ),
    ...[
      "x20240229123456Z",
      "20240229123456Zx",
      "20240229123456+1",
      "20240229123456.Z",
      "2024022912.5Z",
      "",
    ].map((text) => [text, undefined]),
  ])("reads the time %j (RFC 4517 §3.3.13)", async (modifyTimestamp = "", due) => {
    const { client, clock } = worldOf(({ id }) =>
      joinBytes([entry(id, "dc=x", { modifyTimestamp }), done(id)]),
    );
    const { modified } = await clock.until(client.stat("ldap://h.example/dc=x"));
    expect(modified).toEqual(due && new Date(due));
  });
});

/** Returns name and URL of each entry of a listing. */
async function listing(answer: Answer, url: `ldap://${string}` = "ldap://h.example/dc=x") {
  const { client, clock } = worldOf(answer);
  return (await clock.until(all(client.list(url)))).map((each) => [each.name, each.url]);
}

describe("list", () => {
  it("of a server with one tree for everything lists the entries below the root (RFC 4512 §5.1)", async () => {
    const answer: Answer = ({ id }) => joinBytes([entry(id, "", { namingContexts: "" }), done(id)]);
    expect(await listing(answer, "ldap://h.example/")).toEqual([["(root)", "ldap://h.example/??one"]]);
  });

  it.each([
    ["uid=ann,ou=People, dc=x", "uid=ann", "uid=ann,ou=People,dc=x"],
    ["cn = Ann Lee ; o=Acme Corp", "cn=Ann Lee", "cn=Ann Lee,o=Acme Corp"],
    ["cn=a  +  uid=b  ,  dc=x", "cn=a+uid=b", "cn=a+uid=b,dc=x"],
    ["cn=a\\, b , dc=x", "cn=a\\, b", "cn=a\\, b,dc=x"],
    ["cn=a\\; b , dc=x", "cn=a\\; b", "cn=a\\; b,dc=x"],
    ["cn=a\\  , dc=x", "cn=a\\ ", "cn=a\\ ,dc=x"],
    ["cn=a\\\\ , dc=x", "cn=a\\\\", "cn=a\\\\,dc=x"],
    ["cn=a = b , dc=x", "cn=a = b", "cn=a = b,dc=x"],
    ["cn= , dc=x", "cn=", "cn=,dc=x"],
    ["cn=a  b,dc=x", "cn=a  b", "cn=a  b,dc=x"],
  ])("reads the name %j with spaces, as old servers send it (RFC 2253 §4)", async (dn, name, due) => {
    const url = ldap.format({ host: "h.example", dn: due });
    const entries: Answer = ({ id }) => joinBytes([entry(id, dn), done(id)]);
    expect(await listing(entries)).toEqual([[name, url]]);
    const contexts: Answer = ({ id }) => joinBytes([entry(id, "", { namingContexts: dn }), done(id)]);
    expect(await listing(contexts, "ldap://h.example/")).toEqual([[due, url]]);
  });

  it.each(["cn=a , b", "cn", "cn=a,,dc=x", 'cn="a"', ",", "cn=a\n, dc=x\\"])(
    "makes no URL of %j, which is not a name with spaces either",
    async (dn) => {
      const answer: Answer = ({ id }) => joinBytes([entry(id, dn), done(id)]);
      expect(await listing(answer)).toEqual([[dn, undefined]]);
    },
  );

  it.each([
    ["", "ldap://h2.example/dc=x"],
    ["?cn?one", "ldap://h2.example/dc=x?cn?one"],
    ["??sub?(cn=a)", "ldap://h2.example/dc=x??sub?(cn=a)"],
  ] as const)(
    "of dc=x%s keeps the scope in the link of a referral (RFC 4511 §4.1.10)",
    async (query, due) => {
      const result = [encodeInteger(10, TAG.enumerated), encodeString(""), encodeString("")];
      const urls = encodeElement(0xa3, encodeString("ldap://h2.example"));
      const answer: Answer = ({ id }) => message(id, encodeElement(OPERATION.searchDone, ...result, urls));
      expect(await listing(answer, `ldap://h.example/dc=x${query}`)).toEqual([[due, due]]);
    },
  );
});

describe("pages (RFC 2696 §2)", () => {
  it.each([
    ["none, with a criticality and after another control", "020100", "3009040131010100040130"],
    ["none", "020100"],
    ["a negative number", "0201ff"],
    ["a number of five bytes", "02050100000000"],
  ])("go on with a size of %s, which is an estimate", async (_, size, other = "") => {
    let pages = 0;
    const answer: Answer = ({ id }) => {
      const cookie = encodeString(pages++ === 0 ? "more" : "");
      const page = encodeElement(TAG.sequence, Buffer.from(size, "hex"), cookie);
      const control = encodeElement(
        TAG.sequence,
        encodeString("1.2.840.113556.1.4.319"),
        ...(other === "" ? [] : [encodeBoolean(true)]),
        encodeString(page),
      );
      const result = [encodeInteger(0, TAG.enumerated), encodeString(""), encodeString("")];
      return joinBytes([
        entry(id, `cn=${pages},dc=x`),
        encodeElement(
          TAG.sequence,
          encodeInteger(id),
          encodeElement(OPERATION.searchDone, ...result),
          encodeElement(0xa0, Buffer.from(other, "hex"), control),
        ),
      ]);
    };
    expect((await listing(answer)).map(([name]) => name)).toEqual(["cn=1", "cn=2"]);
  });
});

describe("StartTLS (RFC 4511 §4.14)", () => {
  it.each(["preferred", "required"] as const)("that is %s protects the login", async (tls) => {
    const options = { tls, bindDn: "cn=u" };
    const answer: Answer = async ({ id, operation }, peer) => {
      if (operation === OPERATION.bindRequest) return done(id, 0, OPERATION.bindResponse);
      if (operation === OPERATION.searchRequest) return joinBytes([entry(id, "dc=x"), done(id)]);
      await peer.send(done(id, 0, OPERATION.extendedResponse));
      await peer.secure();
      return new Uint8Array(0);
    };
    const { client, clock, asked } = worldOf(answer, { options, ask: () => ({ password: "pw" }) });
    expect(await clock.until(client.stat("ldap://h.example/dc=x"))).toMatchObject({ kind: "directory" });
    expect(asked.slice(0, 3)).toEqual([
      OPERATION.extendedRequest,
      OPERATION.bindRequest,
      OPERATION.searchRequest,
    ]);
  });
});

describe("a request", () => {
  it("is sent without TLS if a preferred StartTLS is refused, and nothing of a login", async () => {
    const { client, clock, asked } = worldOf(
      ({ id, operation }) =>
        operation === OPERATION.extendedRequest
          ? done(id, 2, OPERATION.extendedResponse)
          : joinBytes([entry(id, "dc=x"), done(id)]),
      { options: { tls: "preferred" } },
    );
    await clock.until(client.stat("ldap://h.example/dc=x"));
    expect(asked.slice(0, 2)).toEqual([OPERATION.extendedRequest, OPERATION.searchRequest]);
  });

  it.each(["cn", "cn=a,", "cn= a", 'cn="a"'])("is not made for the invalid name %j", (dn) => {
    expect(() => ldap.format({ host: "h.example", dn })).toThrow(
      expect.objectContaining({ name: "UrlSyntaxError" }),
    );
  });

  it("of a list asks once for each attribute, and for no attribute 1.1 (RFC 4511 §4.5.1.8)", async () => {
    const { client, clock, sent } = worldOf(({ id }) => done(id));
    await clock.until(all(client.list("ldap://h.example/dc=x?cn,DESCRIPTION,1.1?one")));
    const text = Buffer.from(sent[0]!).toString("latin1").toLowerCase();
    expect(
      ["cn", "description", "1.1", "objectclass"].map(
        (name) => text.split(`\x04${String.fromCharCode(name.length)}${name}`).length - 1,
      ),
    ).toEqual([1, 1, 0, 1]);
  });

  it.each(["", "(OBJECTCLASS=*)"])(
    "of search words has no other condition with the default filter %j",
    async (filter) => {
      const { client, clock, sent } = worldOf(({ id }) => done(id), {
        options: { searchFilter: "(cn={words})" },
      });
      await clock.until(all(client.search(`ldap://h.example/dc=x???${filter}`, "ada")));
      expect(Buffer.from(sent[0]!).toString("latin1").toLowerCase()).not.toContain("\x87\x0bobjectclass");
    },
  );
});
