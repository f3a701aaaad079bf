import { Inbox } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { encodeInteger, encodeString, readHeader } from "../src/ber.ts";
import { formatRecord } from "../src/ldif.ts";
import { formatBind, formatSearch, readEntry, takeMessage } from "../src/message.ts";
import { entry } from "./hostile-protocol.ts";

const hex = (octets: Uint8Array) => Buffer.from(octets).toString("hex").toUpperCase();
const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const text = (octets: string) => hex(new TextEncoder().encode(octets));

const SEARCH = {
  dn: "",
  scope: "base",
  dereference: "never",
  sizeLimit: 0,
  timeLimit: 0,
  filter: "(objectClass=*)",
  attributes: [],
} as const;

describe("a request (RFC 4511 §4)", () => {
  it("searches the root DSE", () => {
    const due = `30250201016320 0400 0A0100 0A0100 020100 020100 010100 870B${text("objectClass")} 3000`;
    expect(hex(formatSearch(1, SEARCH))).toBe(due.replaceAll(" ", ""));
  });

  it("searches a subtree, and returns one attribute", () => {
    const request = {
      ...SEARCH,
      dn: "dc=example,dc=org",
      scope: "sub",
      timeLimit: 10,
      filter: "(cn=Alice*)",
      attributes: ["mail"],
    } as const;
    const due = `303E0201016339 0411${text("dc=example,dc=org")} 0A0102 0A0100 020100 02010A 010100 A40D0402${text("cn")}30078005${text("Alice")} 30060404${text("mail")}`;
    expect(hex(formatSearch(1, request))).toBe(due.replaceAll(" ", ""));
  });

  it("sends the bytes of escaped values", () => {
    const octets = formatSearch(1, { ...SEARCH, filter: "(four-octet=\\00\\00\\00\\04)" });
    expect(hex(octets)).toContain(`040A${text("four-octet")}040400000004`);
  });

  it.each([
    ["(&(a=b)(!(c=d)))", "A012A306040161040162A208A306040163040164"],
    ["(a>=b)", "A506040161040162"],
    ["(a<=b)", "A606040161040162"],
    ["(a~=b)", "A806040161040162"],
    ["(|)", "A100"],
    ["(a=*b*c)", "A40B0401613006810162820163"],
    ["(a:dn:2.4:=b)", "A90E8103322E348201618301628401FF"],
    ["(:2.4:=b)", "A9088103322E34830162"],
  ])("encodes the filter %s (§4.5.1.7)", (filter, due) => {
    const found = hex(formatSearch(1, { ...SEARCH, filter }));
    expect(found).toContain(due);
  });

  it("asks for a page (RFC 2696 §2)", () => {
    const octets = formatSearch(2, SEARCH, { size: 500, cookie: Uint8Array.of(1, 2) });
    expect(hex(octets)).toContain(
      `A0263024 0416${text("1.2.840.113556.1.4.319")} 040A3008020201F404020102`.replaceAll(" ", ""),
    );
  });

  it("logs in with a name, with PLAIN (RFC 4616), and with EXTERNAL", () => {
    const simple = formatBind(1, { is: "simple", user: "cn=a", password: "pw" });
    expect(hex(simple.octets)).toBe(
      `30120201 01600D 020103 0404${text("cn=a")} 8002${text("pw")}`.replaceAll(" ", ""),
    );
    const plain = formatBind(1, { is: "plain", user: "ann", password: "pw" });
    expect(hex(plain.octets)).toContain(`0405${text("PLAIN")}0407${text("\0ann\0pw")}`);
    for (const { octets, secret } of [simple, plain])
      expect(hex(octets.subarray(...secret!))).toBe(text("pw"));
    expect(hex(formatBind(1, { is: "external" }).octets)).toContain(`A30C0408${text("EXTERNAL")}0400`);
  });

  it("writes numbers in two's complement", () => {
    expect([0, 127, 128, 255, 256, 2 ** 31 - 1].map((value) => hex(encodeInteger(value)))).toEqual([
      ...["020100", "02017F", "02020080", "020200FF", "02020100", "02047FFFFFFF"],
    ]);
  });
});

describe("the length of an element (X.690 §8.1.3)", () => {
  it.each([
    [0, "00"],
    [127, "7F"],
    [128, "8180"],
    [255, "81FF"],
    [256, "820100"],
    [65_535, "82FFFF"],
    [65_536, "83010000"],
  ])("%i is encoded as %s", (length, due) => {
    const octets = encodeString("x".repeat(length));
    expect(hex(octets.subarray(0, octets.length - length))).toBe(`04${due}`);
    expect(readHeader(octets, 0)).toEqual({ tag: 4, start: octets.length - length, end: octets.length });
  });
});

/** Takes a message from an inbox with these bytes. */
function take(octets: Uint8Array, max = 1000) {
  const inbox = new Inbox();
  inbox.push(octets);
  return takeMessage(inbox, max);
}

describe("a message of a server (RFC 4511 §5.1)", () => {
  it.each([
    ["an indefinite length", "30 80 02 01 01 65 00 00", "a message with an indefinite length"],
    ["a length of 2 GiB", "30 84 7F FF FF FF", "a message longer than 1000 bytes"],
    ["a length of 4 GiB", "30 84 FF FF FF FF 02 01 01", "a message longer than 1000 bytes"],
    ["a length of five bytes", "30 85 00 00 00 00 05 02 01 01", "a length of more than 4 bytes"],
    ["a tag of several bytes", "30 06 02 01 01 7F 81 01", "a message with a tag of several bytes"],
    ["another tag", "31 05", "the server does not use LDAP"],
    ["text of another protocol", "48 54 54 50", "the server does not use LDAP"],
    ["no operation", "30 03 02 01 01", "an element that ends too early"],
    ["nothing", "30 00", "a missing element"],
    ["a negative id", "30 06 02 01 80 65 01 00", "an invalid number"],
    ["an id without bytes", "30 04 02 00 65 00", "an invalid number"],
    ["an id of five bytes", "30 09 02 05 01 00 00 00 00 65 00", "an invalid number"],
    ["an id of another type", "30 05 04 01 01 65 00", "an element of another type"],
    ["an operation longer than the message", "30 05 02 01 01 65 7F", "an element that ends too early"],
    ["an operation that is cut", "30 07 02 01 01 65 84 7F FF", "an element that ends too early"],
  ])("with %s is refused", (_, octets, message) => {
    const code = message.includes("longer than") ? "too-large" : "protocol-error";
    expect(() => take(bytes(octets))).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message), hint: expect.any(String) }),
    );
  });

  it.each([
    ["00", 0],
    ["7F", 127],
    ["00 80", 128],
    ["00 00 00 01", 1],
    ["7F FF FF FF", 2 ** 31 - 1],
  ])("has the number %s", (octets, id) => {
    const body = bytes(octets);
    const whole = [0x30, body.length + 4, 0x02, body.length, ...body, 0x65, 0];
    expect(take(Uint8Array.from(whole))).toMatchObject({ id, operation: 0x65 });
  });

  it("is not read before it has arrived, and its length is checked before", () => {
    const whole = entry(1, "dc=x", { cn: "a" });
    for (let end = 0; end < whole.length; end++) expect(take(whole.subarray(0, end))).toBeUndefined();
    expect(take(whole)).toMatchObject({ id: 1, operation: 0x64 });
    expect(() => take(whole.subarray(0, 2), whole.length - 1)).toThrow(
      expect.objectContaining({ code: "too-large" }),
    );
  });

  it("may have a length in more bytes than necessary (X.690 §8.1.3.5), as Active Directory sends", () => {
    expect(take(bytes("30 84 00 00 00 05 02 01 07 65 00"))).toMatchObject({ id: 7, operation: 0x65 });
  });

  it.each([
    ...[
      "cn\nx",
      "",
      "cn x",
      "cn:",
      "é",
      "cn=a",
      "member;range=0-1\n",
      ";range=0-1",
      "member;range=",
      "member;range=-1",
    ],
    ...["member;range=0", "member;range=0-", "member;range=*-1", "member;range=0-1*", "member;lang=0-1"],
  ])("has no attribute with the name %j, which could end a line", (name) => {
    const message = take(entry(1, "dc=x", { [name]: "a" }))!;
    expect(() => readEntry(message.body)).toThrow(expect.objectContaining({ code: "protocol-error" }));
  });
});

describe("LDIF (RFC 2849)", () => {
  const record = (dn: string, ...values: readonly (string | Uint8Array)[]) =>
    formatRecord({
      dn,
      attributes: [
        {
          name: "cn",
          values: values.map((each) => (typeof each === "string" ? new TextEncoder().encode(each) : each)),
        },
      ],
    });

  it.each([
    ["a", "cn: a"],
    ["", "cn:"],
    [" a", "cn:: IGE="],
    ["a ", "cn:: YSA="],
    [":a", "cn:: OmE="],
    ["<a", "cn:: PGE="],
    ["a:<b", "cn: a:<b"],
    ["a\nb", "cn:: YQpi"],
    ["a\rb", "cn:: YQ1i"],
    ["a\0", "cn:: YQA="],
    ["Größe", "cn:: R3LDtsOfZQ=="],
    ["#a", "cn: #a"],
  ])("writes the value %j as %j", (value, line) =>
    expect(record("dc=x", value)).toBe(`\ndn: dc=x\n${line}\n`),
  );

  it("writes a name that is not ASCII in base64", () => {
    expect(record("cn=é", "a")).toBe("\ndn:: Y249w6k=\ncn: a\n");
  });

  it("folds lines after 76 characters", () => {
    const lines = record("dc=x", "y".repeat(200)).trim().split("\n").slice(1);
    expect(lines.map(({ length }) => length)).toEqual([76, 76, 54]);
    expect(lines.map((line, i) => (i === 0 ? line : line.slice(1))).join("")).toBe(`cn: ${"y".repeat(200)}`);
  });

  it("keeps every byte of a large value", () => {
    const value = Uint8Array.from({ length: 10_000 }, (_, i) => (i * 7) % 256);
    const base64 = record("dc=x", value).split("cn:: ")[1]!.replaceAll(/\n ?/g, "");
    expect(Buffer.from(base64, "base64").equals(value)).toBe(true);
  });
});
