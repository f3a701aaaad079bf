import { createRegistry, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type ImapUrl, imap } from "../../src/index.ts";

const urls = createRegistry(imap);
const parse = (text: string) => urls.parse(text) as ImapUrl;

const MESSAGES = {
  columns: [
    { field: "name", title: "Subject" },
    { field: "attributes.from", title: "From" },
    { field: "modified", title: "Date" },
    { field: "size", title: "Size" },
  ],
  details: [],
  search: { title: "Search this mailbox", label: "Words in a message" },
};
const MESSAGE = {
  article: {
    title: "subject",
    fields: [
      { attribute: "from", title: "From" },
      { attribute: "to", title: "To" },
      { attribute: "cc", title: "Cc" },
      { attribute: "date", title: "Date" },
      { attribute: "attachments", title: "Attachments" },
    ],
    options: { part: "text" },
  },
};

describe("how imap shows a URL", () => {
  it.each<readonly [url: string, isDirectory: boolean, view: object]>([
    [
      "imap://h/",
      true,
      {
        columns: [{ field: "name", title: "Mailbox" }],
        details: [{ field: "attributes.use", title: "use" }],
      },
    ],
    ["imap://h/Inbox", true, { ...MESSAGES, title: "INBOX" }],
    ["imap://h/a;UIDVALIDITY=5?ALL", true, { ...MESSAGES, title: "a" }],
    ["imap://h/a/;UID=1", false, { ...MESSAGE, immutable: false }],
    ["imap://h/a;UIDVALIDITY=5/;UID=1", false, { ...MESSAGE, immutable: true }],
    ["imap://h/a/;UID=1/;SECTION=1", false, { immutable: false }],
    ["imap://h/a;UIDVALIDITY=5/;UID=1/;PARTIAL=1", false, { immutable: true }],
  ])("%s: a directory %s", (text, isDirectory, view) => {
    expect(urls.isDirectory(parse(text))).toBe(isDirectory);
    expect((imap.presentation!.view as (url: ImapUrl) => object)(parse(text))).toEqual(view);
  });

  it.each([
    ["imap://h/", false, []],
    ["imap://h/a/b", true, ["a/b"]],
    ["imap://h/a?ALL", true, ["a"]],
    ["imap://h/a/;UID=7", false, ["a", "7.eml"]],
    ["imap://h/a/;UID=7/;SECTION=1", false, ["a", "7.eml"]],
  ])("%s in a tree: with titles %s, at %j", (text, isTitled, path) => {
    const { tree, breadcrumbs } = imap.presentation!;
    expect(breadcrumbs).toBe("segments");
    expect(tree!.isTitled!(parse(text))).toBe(isTitled);
    expect(tree!.path!(parse(text))).toEqual(path);
  });
});

it("imap has the ports of RFC 3501 and RFC 8314, and paths with segments", () => {
  expect(["imap", "imaps"].map((name) => imap.defaultPort(name as "imap"))).toEqual([143, 993]);
  expect(imap.ports).toEqual({ reserved: "refuse", usual: [143, 993] });
  expect(imap.hierarchical).toBe(true);
  expect(imap.cite).toEqual(["RFC 5092", "RFC 3501", "RFC 3986"]);
});

it("each example of imap is a URL without a problem, and its title is its own", () => {
  const examples = imap.examples!;
  for (const { url } of examples) expect(urls.tryParse(url)).toMatchObject({ ok: true, problems: [] });
  expect(examples.map(({ title }) => title)).toEqual([
    "a server, with the mailboxes of a user",
    "a mailbox, with its messages",
    "the messages that a search finds",
    "a message",
    "a part of a message, over TLS",
  ]);
});

describe("the options of imap", () => {
  it("have these defaults: no password is sent without TLS, and no user is identified", () => {
    expect(imap.options!.defaults).toEqual({
      ...{ tls: "none", clearTextLogin: false, login: "anonymous", email: "anonymous@" },
      ...{ part: "message", decode: true, newest: Number.POSITIVE_INFINITY },
    });
  });

  it.each<readonly [option: object, isValid: boolean]>([
    [{ email: "!" }, true],
    [{ email: "~" }, true],
    [{ email: "" }, false],
    [{ email: "a b" }, false],
    [{ email: "a\x7f" }, false],
    [{ email: "é" }, false],
    [{ email: "a\n" }, false],
    [{ email: "a".repeat(255) }, true],
    [{ email: "a".repeat(256) }, false],
    [{ newest: 1 }, true],
    [{ newest: 0 }, false],
    [{ newest: Number.POSITIVE_INFINITY }, true],
    [{ tls: "preferred" }, true],
    [{ tls: "x" }, false],
    [{ login: "ask" }, true],
    [{ part: "header" }, true],
  ])("%j is valid: %s", (option, isValid) => {
    const resolve = () => resolveOptions(imap.options!, option);
    if (isValid) expect(resolve()).toMatchObject(option);
    else expect(resolve).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
