import { octetsOf, textOf } from "@anyurl/core";
import { DotReader } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkArticle, dotStuff, type ProtoArticleRules } from "../src/exchange/index.ts";

const RULES: ProtoArticleRules = { newsgroupName: "a.b", maxArticle: 10_000, allowControl: false };
const HEAD = "From: A <a@b.example>\r\nNewsgroups: a.b\r\nSubject: x\r\n";

const check = (text: string, rules: Partial<ProtoArticleRules> = {}) =>
  textOf(checkArticle(octetsOf(text), { ...RULES, ...rules }).octets);

describe("checkArticle (RFC 5536, RFC 5537 §3.4.1)", () => {
  it("returns a valid article unchanged", () => {
    expect(check(`${HEAD}\r\n.\r\n..\r\n`)).toBe(`${HEAD}\r\n.\r\n..\r\n`);
    expect(check(`${HEAD}\r\n`)).toBe(`${HEAD}\r\n`);
    expect(check(`${HEAD}References: <a@b.example>\r\n\t<c@d.example>\r\n\r\n\udcff`)).toContain(
      "\t<c@d.example>",
    );
  });

  it("adds CR LF and the newsgroup of the URL", () => {
    expect(check(`${HEAD}\r\nx`.replaceAll("\r\n", "\n"))).toBe(`${HEAD}\r\nx\r\n`);
    expect(check("From: a@b.example\nSubject: x\n\nx")).toBe(
      "Newsgroups: a.b\r\nFrom: a@b.example\r\nSubject: x\r\n\r\nx\r\n",
    );
  });

  it.each([
    ["NUL", `${HEAD}\r\na\0b\r\n`, "control-octet"],
    ["a bare CR", `${HEAD}\r\na\rb\r\n`, "control-octet"],
    ["a bare LF among CR LF", `${HEAD}\r\na\n.\r\nPOST\r\n`, "control-octet"],
    ["no empty line", HEAD, "bad-header-field"],
    ["nothing", "", "bad-header-field"],
    ["no From", "Newsgroups: a.b\r\nSubject: x\r\n\r\n", "bad-header-field"],
    ["no Subject", "Newsgroups: a.b\r\nFrom: a@b\r\n\r\n", "bad-header-field"],
    ["an empty field", `${HEAD}X-Y: \r\n\r\n`, "bad-header-field"],
    ["no space after the colon", `${HEAD}X-Y:z\r\n\r\n`, "bad-header-field"],
    ["a line that is not a field", `${HEAD}what is this\r\n\r\n`, "bad-header-field"],
    ["an empty folded line", `${HEAD}X: y\r\n \r\n\r\n`, "bad-header-field"],
    ["leading white space", ` x\r\n${HEAD}\r\n`, "bad-header-field"],
    ["two Subjects", `${HEAD}SUBJECT: y\r\n\r\n`, "bad-header-field"],
    ["non-ASCII characters", `${HEAD}Summary: grün\r\n\r\n`, "bad-header-field"],
    ["a line of 999 bytes", `${HEAD}X: ${"x".repeat(996)}\r\n\r\n`, "bad-header-field"],
    ["Xref", `${HEAD}Xref: h a.b:1\r\n\r\n`, "bad-header-field"],
    ["Injection-Info", `${HEAD}injection-info: h\r\n\r\n`, "bad-header-field"],
    ["Control", `${HEAD}Control: cancel <a@b.example>\r\n\r\n`, "bad-header-field"],
    ["Supersedes", `${HEAD}Supersedes: <a@b.example>\r\n\r\n`, "bad-header-field"],
    ["no address", `${HEAD.replace("a@b.example", "nobody")}\r\n`, "bad-header-field"],
    ["another newsgroup", `${HEAD.replace("a.b", "c.d")}\r\n`, "bad-header-field"],
    ["no newsgroup", `${HEAD.replace("a.b", "a.b,c..d")}\r\n`, "bad-group-name"],
    ["an invalid message-id", `${HEAD}Message-ID: a@b.example\r\n\r\n`, "bad-message-id"],
    ["an invalid date", `${HEAD}Date: yesterday\r\n\r\n`, "bad-header-field"],
    ["too many bytes", `${HEAD}\r\n${"x".repeat(10_000)}`, "too-large"],
  ])("rejects an article with %s", (_, text, code) => {
    expect(() => check(text)).toThrow(expect.objectContaining({ code }));
  });

  it("allows a control message if the option is set, and two newsgroups", () => {
    const text = `${HEAD.replace("a.b", "c.d, a.b")}Control: cancel <a@b.example>\r\n\r\n`;
    expect(check(text, { allowControl: true })).toBe(text);
  });

  it("encodes any article as exactly one block", () => {
    const body = fc.string({
      unit: fc.constantFrom(".", "\r\n", "\n", "\r", "a", "POST", "\0"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(body, (text) => {
        let octets: Uint8Array;
        try {
          ({ octets } = checkArticle(octetsOf(`${HEAD}\r\n${text}`), RULES));
        } catch (error) {
          expect(error).toMatchObject({ code: "control-octet" });
          return;
        }
        const block = dotStuff(octets);
        const reader = new DotReader();
        const pieces: Uint8Array[] = [];
        expect(reader.read(block, pieces)).toBe(block.length);
        expect(reader.ended).toBe(true);
        expect(Buffer.concat(pieces)).toEqual(Buffer.from(octets));
      }),
    );
  });
});
