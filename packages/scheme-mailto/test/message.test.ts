import { createRegistry, octetsOf, type PlanStep } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailto } from "../src/index.ts";
import { quotedPrintable, read, shown } from "./read-message.ts";

const urls = createRegistry(mailto);

/** Returns the message of a URL, as text with CR LF. */
function messageOf(url: string): string {
  const [step, ...more] = urls.plan(url).steps as readonly PlanStep[];
  expect(more).toEqual([]);
  if (step?.do !== "message") throw new Error("no message is planned");
  return new TextDecoder("utf-8", { fatal: true }).decode(step.octets);
}

const rows: readonly (readonly [rule: string, url: string, lines: readonly string[]])[] = [
  ["RFC 6068 §6.1", "mailto:chris@example.com", ["To: chris@example.com", ""]],
  [
    "RFC 6068 §6.3",
    "mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9",
    [
      ...["To: user@example.org", "Subject: =?utf-8?Q?caf=C3=A9?=", "MIME-Version: 1.0"],
      ...["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable"],
      ...["", "caf=C3=A9"],
    ],
  ],
  [
    "RFC 6068 §6.3",
    "mailto:user@example.org?subject=%3D%3Fiso-8859-1%3FQ%3Fcaf%3DE9%3F%3D",
    ["To: user@example.org", "Subject: =?iso-8859-1?Q?caf=E9?=", ""],
  ],
  [
    "RFC 6068 §6.3",
    "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO",
    [
      ...["To: user@xn--99zt52a.example.org", "Subject: Test", "MIME-Version: 1.0"],
      ...["Content-Type: text/plain; charset=us-ascii", "Content-Transfer-Encoding: 7bit", "", "NATTO"],
    ],
  ],
  [
    "RFC 6068 §2",
    "mailto:addr1@an.example?to=addr2@AN.example&TO=addr1@an.EXAMPLE,Joe%20%3Cjoe@x%3E",
    ["To: addr1@an.example, addr2@an.example, Joe <joe@x>", ""],
  ],
  [
    "RFC 6068 §2",
    "mailto:%22a%2Cb%22@c.example?cc=%22Doe,%20J.%22%20%3Cd@e%3E,J%C3%B6rg%20%3Cj@c%3E,%3Cx@y%3E,J.%20P.%20%3Cp@q%3E",
    ['To: "a,b"@c.example', 'Cc: "Doe, J." <d@e>, =?utf-8?Q?J=C3=B6rg?= <j@c>, x@y, "J. P." <p@q>', ""],
  ],
  ["RFC 6068 §3", "mailto:a@b?to=Joe%20%3Ca@B%3E&cc=a@b", ["To: a@b", "Cc: a@b", ""]],
  ["RFC 6068 §2", "mailto:a@b?subject=1&subject=2", ["To: a@b", "Subject: 1", ""]],
  ["RFC 5322 §3.2.5", "mailto:a@b?subject=%20%09&comments=%20&subject=2", ["To: a@b", "Subject: 2", ""]],
  [
    "RFC 5322 §3.6.5",
    "mailto:a@b?comments=1&keywords=x,y%20z&comments=2&keywords=%C3%BC",
    ["To: a@b", "Comments: 1", "Comments: 2", "Keywords: x, y z", "Keywords: =?utf-8?B?w7w=?=", ""],
  ],
  ["RFC 5322 §3.6.5", "mailto:a@b?keywords=x,,%20,y", ["To: a@b", "Keywords: x, y", ""]],
  [
    "RFC 6068 §5",
    "mailto:a@b?body=x%0Ay&body=z%0D%0A",
    [
      ...["To: a@b", "MIME-Version: 1.0", "Content-Type: text/plain; charset=us-ascii"],
      ...["Content-Transfer-Encoding: 7bit", "", "x", "y", "z"],
    ],
  ],
  ["RFC 6068 §2", "mailto:", [""]],
  ["RFC 6068 §5", "mailto:a@b?subject=a%252Cb", ["To: a@b", "Subject: a%2Cb", ""]],
  ["RFC 6068 §5", "mailto:a@b?subject=1+1", ["To: a@b", "Subject: 1+1", ""]],
  ["RFC 6531 §3.3", "mailto:J%C3%BCrgen@b.example", ["To: Jürgen@b.example", ""]],
  ["RFC 5322 §3.6.3", "mailto:a@b?bcc=c@d", ["To: a@b", "Bcc: c@d", ""]],
];

describe("the message of a mailto URL", () => {
  it.each(rows)("%s: %s", (_, url, lines) => {
    expect(messageOf(url).split("\r\n")).toEqual([...lines, ""]);
  });

  it("lists the fields of the URL that are not added to the message", () => {
    const leftOut = (url: string) =>
      urls.plan(url).steps.map((step) => step.do === "message" && step.leftOut);
    expect(leftOut("mailto:a@b?From=c@d&attach=/etc/passwd&subject=x")).toEqual([["from", "attach"]]);
    expect(leftOut("mailto:a@b?subject=x&Subject=y&subject=z&comments=1&comments=2")).toEqual([["subject"]]);
    expect(leftOut("mailto:a@b?cc=c@d&subject=&subject=x")).toEqual([[]]);
  });

  it("is returned unchanged", () => {
    const [step] = urls.plan("mailto:a@b?body=one%0D%0Atwo").steps;
    expect(step).toMatchObject({ do: "message", cite: "RFC 5322" });
    expect(step?.do === "message" && step.text).toMatch(/^To: a@b\nMIME-Version.*\n\none\ntwo\n$/s);
  });

  it("fails with unsupported for any other operation", () => {
    expect(() => urls.plan("mailto:a@b", "get")).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("contains every text of every field, without a line that is too long", () => {
    const value = fc
      .string({ unit: fc.constantFrom(...'abcXYZ019 ,.=?_-ü本😀"\\'), maxLength: 200, size: "max" })
      .map((text) => text.replace(/[=?]{2,}/g, "").trim());
    fc.assert(
      fc.property(value, value, value, (subject, body, name) => {
        const url = urls.format("mailto", {
          to: ["a@b.example"],
          hfields: [
            { hfname: "subject", hfvalue: subject },
            { hfname: "cc", hfvalue: `"${name.replace(/["\\]/g, "\\$&")}" <c@d.example>` },
            { hfname: "body", hfvalue: body },
          ],
        });
        const message = messageOf(url);
        const { fields, body: written } = read(message);
        const found = new Map(fields);
        expect(shown(found.get("Subject") ?? "")).toBe(subject);
        const phrase = found.get("Cc")!.replace(/ ?<c@d\.example>$/, "");
        const plain = phrase.startsWith('"') ? phrase.slice(1, -1).replace(/\\(.)/g, "$1") : shown(phrase);
        expect(plain).toBe(name);
        const text = found.get("Content-Transfer-Encoding") === "7bit" ? written : quotedPrintable(written);
        expect(text).toBe(body === "" ? "" : `${body}\r\n`);
        for (const line of message.split("\r\n")) {
          expect(line.length).toBeLessThanOrEqual(998);
          if (/=\?utf-8/.test(line)) expect(line.length).toBeLessThanOrEqual(76);
          if (!/^(?:Subject|Cc| )/.test(line)) expect(line).toMatch(/^[\0-\x7f]*$/);
        }
        for (const [word] of message.matchAll(/=\?utf-8\?.*?\?=/g)) {
          expect(word.length).toBeLessThanOrEqual(75);
          expect(shown(word)).not.toContain("\ufffd");
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("fields that a mailto URL cannot set", () => {
  const ignored = [
    ...[
      "from",
      "sender",
      "reply-to",
      "date",
      "message-id",
      "return-path",
      "received",
      "resent-to",
      "resent-from",
    ],
    ...["apparently-to", "delivered-to", "disposition-notification-to", "mime-version", "content-type"],
    ...["content-transfer-encoding", "attach", "attachment", "precedence", "list-id", "x-mailer", "blat"],
  ];

  it.each(ignored)("%s", (name) => {
    const text = `mailto:a@b?${name}=x@y&subject=s`;
    expect(read(messageOf(text)).fields).toEqual([
      ["To", "a@b"],
      ["Subject", "s"],
    ]);
    const { problems } = urls.tryParse(text);
    expect(problems).toMatchObject([
      { code: "unsafe-header", severity: "warning", start: 11, end: 11 + name.length },
    ]);
  });

  it("any field that is not on the safe list", () => {
    const name = fc.string({
      unit: fc.constantFrom(..."abcdefgTOCSB-_!:%0D%0A\r\n "),
      minLength: 1,
      maxLength: 12,
    });
    const value = fc.string({ unit: fc.constantFrom(...'ab@, \r\n\t:<>"\0%'), maxLength: 12 });
    const safe = /^(?:To|Cc|Bcc|In-Reply-To|References|Subject|Comments|Keywords|MIME-Version|Content-T.*)$/;
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(name, fc.constantFrom("subject", "cc", "body")), value)),
        (pairs) => {
          const query = pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
          let message: string;
          try {
            message = messageOf(`mailto:a@b?${query}`);
          } catch (error) {
            const codes = ["bad-header-field", "control-octet", "bad-address"];
            expect(codes).toContain((error as { readonly code?: string }).code);
            return;
          }
          expect(read(message).fields.filter(([field]) => !safe.test(field))).toEqual([]);
          // Each name once, except those that can occur several times in a message.
          const names = read(message)
            .fields.map(([field]) => field)
            .filter((field) => !/^(?:Com|Key)/.test(field));
          expect(names).toEqual([...new Set(names)]);
        },
      ),
    );
  });

  it.each([
    ["mailto:a@b?subject=x%0D%0ABcc:%20c@d", "control-octet"],
    ["mailto:a@b?subject=x%0ABcc:%20c@d", "control-octet"],
    ["mailto:a@b?subject=x%0DBcc:%20c@d", "control-octet"],
    ["mailto:a@b?cc=%22x%0D%0A%22%20%3Cc@d%3E", "control-octet"],
    ["mailto:a@b?body=%00", "control-octet"],
    ["mailto:a@b?cc=Joe", "bad-address"],
    ["mailto:a@b?cc=Joe%20%3Cc@d", "bad-address"],
    ["mailto:a@b?cc=Joe%20%3Cc@d,%20e@f", "bad-address"],
    ["mailto:a@b?cc=Joe%20%3C%3E", "bad-address"],
    ["mailto:a@b?cc=Joe%20c@d%3E", "bad-address"],
    ["mailto:a@b?cc=a@b%20c@d", "bad-address"],
    ["mailto:a@b?to=group:%20c@d;", "bad-address"],
    ["mailto:a@b?bcc=c@d,", "bad-address"],
    ["mailto:a@b?in-reply-to=%3Ca@b%C3%BC%3E", "bad-header-field"],
    [`mailto:${"a".repeat(400)}@b`, "bad-address"],
    ["mailto:a@M%C3%9CNCHEN.example", "bad-address"],
    [`mailto:${Array.from({ length: 101 }, (_, i) => `a${i}@b`)}`, "too-large"],
  ])("%s: %s", (url, code) => {
    expect(() => urls.plan(url)).toThrow(expect.objectContaining({ name: "AccessError", code }));
  });

  it.each([
    ["mailto:a@b?x=%00&CC=%00", 'the field "cc" contains a control character'],
    ["mailto:a@b?body=%09%0D%0A&subject=%0A", 'the field "subject" contains a control character'],
  ])("%s: with the name of the field, which is one of the message", (url, message) => {
    expect(() => urls.plan(url)).toThrow(
      expect.objectContaining({ code: "control-octet", message, hint: "remove it" }),
    );
  });

  it("an address of more than 320 characters (RFC 5321 §4.5.3.1)", () => {
    const of = (length: number) => `mailto:${"a".repeat(length - 2)}@b`;
    expect(messageOf(of(320))).toMatch(/^To: a{318}@b\r\n/);
    expect(() => urls.plan(of(321))).toThrow(
      expect.objectContaining({ code: "bad-address", message: "the address is not valid in a message" }),
    );
  });

  it("an address that only RFC 822 allowed", () => {
    const url = urls.parse("mailto:a%20.%20b@c", { profile: "rfc1738" });
    expect(() => urls.plan(url)).toThrow(expect.objectContaining({ code: "bad-address" }));
  });

  it("is the bytes of its text", () => {
    const [step] = urls.plan("mailto:J%C3%BC@b").steps;
    expect(step?.do === "message" && step.octets).toEqual(octetsOf("To: Jü@b\r\n\r\n"));
  });
});

describe("a list of mailboxes in a header field", () => {
  /** Returns the names and addresses of the field cc; `undefined` if it is an error. */
  const ccOf = (value: string) => {
    let message: string;
    try {
      message = messageOf(urls.format("mailto", { hfields: [{ hfname: "cc", hfvalue: value }] }));
    } catch (error) {
      expect(error).toMatchObject({ code: "bad-address" });
      return undefined;
    }
    return read(message).fields.find(([name]) => name === "Cc")?.[1] ?? "";
  };

  it.each([
    ["", ""],
    [" \t", ""],
    ["a@b", "a@b"],
    [" a@b\t,\t c@d ", "a@b, c@d"],
    ["<a@b>", "a@b"],
    [" <a@b> , <c@d> ", "a@b, c@d"],
    ["Joe<a@b>", "Joe <a@b>"],
    ["Joe  Q\tX <a@b>", "Joe Q X <a@b>"],
    ['"Joe, Q"<a@b>,c@d', '"Joe, Q" <a@b>, c@d'],
    ['x"y" z <a@b>', "x y z <a@b>"],
    ['"\\"\\\\\\x" <a@b>', '"\\"\\\\x" <a@b>'],
    ['"" <a@b>', "<a@b>"],
    ['"x"@y, "x" <"y,>"@z>', '"x"@y, x <"y,>"@z>'],
    ["a@[b]", "a@[b]"],
    ["J. R. <a@b>,K <c@d>", '"J. R." <a@b>, K <c@d>'],
  ])("%j is %j (RFC 5322 §3.4)", (value, expected) => {
    expect(ccOf(value)).toBe(expected);
  });

  it.each([
    ...[",", "a@b,", ",a@b", "a@b,,c@d", "a@b, ", "a@b c@d", "a@b;c@d", "a b@c", "Joe", "Joe,a@b"],
    ...[
      "<a@b",
      "<a@b ",
      "<a@b ,c@d",
      "<a@b,,c@d",
      "a@b>",
      "a@b>, c@d",
      "<a@b>>",
      "<<a@b>>",
      "<>",
      "Joe <>",
      "Joe <a@b",
      "Joe a@b>",
    ],
    ...["Joe <a@b> x", "<a@b> c@d", "a@b <c@d>", "J@ <a@b>", "Joe < a@b>", "Joe <a@b >", "Joe <a>"],
    ...["<@r:a@b>", "g:a@b;", "g: a@b;", "a@b (Joe)", '"x <a@b>', 'x" <a@b>', "a@b,<c>"],
  ])("%j is an error (RFC 5322 §3.4)", (value) => {
    expect(ccOf(value)).toBeUndefined();
  });
});
