import { createRegistry, isProgramOnly, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type CidUrl, cid, type MidUrl, mid } from "../../src/index.ts";

const urls = createRegistry(mid, cid);
const toMid = (text: string) => urls.parse(text) as MidUrl;
const toCid = (text: string) => urls.parse(text) as CidUrl;
type View = (url: MidUrl | CidUrl) => object;

describe("how mid and cid show a URL", () => {
  it.each<readonly [url: string, isDirectory: boolean, title: string]>([
    ["mid:a%2Fb@c", true, "a/b@c"],
    ["mid:a@b/c%2Fd@e", false, "c/d@e"],
    ["mid:a@b/1.2", false, "1.2"],
  ])("%s: a directory %s, with the title %s", (text, isDirectory, title) => {
    expect(urls.isDirectory(text)).toBe(isDirectory);
    expect((mid.presentation!.view as View)(toMid(text))).toEqual({
      title,
      columns: [
        { field: "name", title: "Part" },
        { field: "mediaType", title: "Type" },
        { field: "size", title: "Size" },
      ],
      immutable: true,
    });
  });

  it("cid has only a title: which message has the part is not in the URL", () => {
    expect((cid.presentation!.view as View)(toCid("cid:a%2Fb@c"))).toEqual({ title: "a/b@c" });
    expect(urls.isDirectory("cid:a@b")).toBe(false);
  });

  it("no link of a server leads to a message of the user", () => {
    expect([mid.presentation!.served, cid.presentation!.served]).toEqual([false, false]);
  });

  it.each<readonly [named: string, part: string | undefined]>([
    ["cid:c@d", "mid:a@b/c@d"],
    ["cid:c/d@e", "mid:a@b/c%2Fd@e"],
    ["cid:c%252Fd@e", "mid:a@b/c%252Fd@e"],
    ["mid:c@d", undefined],
  ])("%s in a message is a part of it (RFC 2392 §2)", (named, part) => {
    const { presentation } = mid;
    expect(presentation!.part!(toMid("mid:a@b/1"), urls.parse(named))).toBe(part);
  });

  it.each([
    ["mid:a@b", true],
    ["mid:a/c@d", false],
    ["cid:a@b", true],
    ["cid:a", false],
  ])("%s is found in a text: %s", (text, found) => {
    const url = urls.parse(text);
    expect(url.scheme === "mid" ? mid.inText!(url as MidUrl) : cid.inText!(url as CidUrl)).toBe(found);
  });
});

describe("mid and cid", () => {
  it("have no port and no relative references (RFC 2392)", () => {
    expect([mid.defaultPort("mid"), cid.defaultPort("cid")]).toEqual([undefined, undefined]);
    for (const scheme of [mid, cid]) {
      expect(scheme.hierarchical ?? false).toBe(false);
      expect(scheme.cite).toEqual(["RFC 2392", "RFC 2045", "RFC 2046", "RFC 2387"]);
      expect(scheme.keepEscapes).toBe(true);
    }
  });

  it("have examples without a problem, each with a title of its own", () => {
    const examples = [...mid.examples!, ...cid.examples!];
    for (const { url } of examples) expect(urls.tryParse(url)).toMatchObject({ ok: true, problems: [] });
    expect(examples.map(({ title }) => title)).toEqual([
      ...["a message", "a part of a message", "the second part of a message"],
      ...["a part of the same message", "a picture"],
    ]);
  });
});

describe("the options", () => {
  const shared = {
    ...{ embed: false, maxEmbedded: 16 * 2 ** 20, maxSize: 64 * 2 ** 20, maxHeaderSize: 256 * 2 ** 10 },
    ...{ maxParts: 10_000, maxDepth: 32, maxMessages: 1_000_000 },
  };

  it("have the defaults that README lists: no place of messages, and limits", () => {
    expect(mid.options!.defaults).toEqual({ ...shared, mailboxes: [] });
    expect(cid.options!.defaults).toEqual(shared);
  });

  const store = { get: () => undefined };
  const ABSOLUTE = "expected absolute paths";
  const TEMPLATE = 'expected a URL with "{messageId}", such as news:{messageId}';

  it.each<object>([
    { store },
    { store: new Map() },
    { mailboxes: [] },
    { mailboxes: ["/"] },
    { mailboxes: ["/a b/c", "C:\\mail", "z:/mail"] },
    { source: "news:{messageId}" },
    { source: "NEWS:{messageId}" },
    { source: "x-a.b+1:{messageId}" },
    { source: "https://h.example/{messageId}" },
    { source: "https://h.example?id={messageId}" },
    { source: "https://h.example#{messageId}" },
    { source: "https:///{messageId}" },
    { source: "nntp:/{messageId}" },
    { maxDepth: 0 },
    { maxDepth: 200 },
    { embed: true },
  ])("of mid may be %j", (option) => {
    expect(resolveOptions(mid.options!, option)).toMatchObject(option);
  });

  it.each<readonly [option: object, problem: string]>([
    [{ store: {} }, "expected an object with the methods get"],
    [{ store: { get: 1 } }, "expected an object with the methods get"],
    [{ mailboxes: ["a"] }, ABSOLUTE],
    [{ mailboxes: ["/a", "b"] }, ABSOLUTE],
    [{ mailboxes: [""] }, ABSOLUTE],
    [{ mailboxes: ["./a"] }, ABSOLUTE],
    [{ mailboxes: ["C:mail"] }, ABSOLUTE],
    [{ mailboxes: ["CD:/mail"] }, ABSOLUTE],
    [{ mailboxes: ["1:/mail"] }, ABSOLUTE],
    [{ mailboxes: ["\\mail"] }, ABSOLUTE],
    [{ mailboxes: ["/a\0"] }, ABSOLUTE],
    [{ source: "{messageId}" }, TEMPLATE],
    [{ source: "news:" }, TEMPLATE],
    [{ source: "/{messageId}" }, TEMPLATE],
    [{ source: "1x:{messageId}" }, TEMPLATE],
    [{ source: " news:{messageId}" }, TEMPLATE],
    [{ source: "{messageId}:x" }, TEMPLATE],
    [{ source: "https://{messageId}/" }, TEMPLATE],
    [{ source: "https://h{messageId}/" }, TEMPLATE],
    [{ source: "https://h.example:80{messageId}" }, TEMPLATE],
    [{ source: "https://h.example{messageId}?" }, TEMPLATE],
    [{ source: "news:{messageId}{messageId}" }, TEMPLATE],
    [{ source: "news:{messageId}}" }, TEMPLATE],
    [{ source: "news:{{messageId}" }, TEMPLATE],
    [{ source: "news:{messageid}" }, TEMPLATE],
    [{ maxDepth: 201 }, "expected a whole number from 0 to 200"],
    [{ embed: 1 }, "expected true or false"],
    [{ message: new Uint8Array(0) }, 'unknown mid option "message"'],
    [{ file: "/a" }, 'unknown mid option "file"'],
  ])("of mid are never %j: %s", (option, problem) => {
    expect(() => resolveOptions(mid.options!, option)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(problem) }),
    );
  });

  it.each<object>([
    { file: "/mail/one.eml" },
    { file: "C:\\mail\\one.eml" },
    { message: () => new Uint8Array(0) },
  ])("of cid may be %j", (option) => {
    expect(resolveOptions(cid.options!, option)).toMatchObject(option);
  });

  it.each<readonly [option: object, problem: string]>([
    [{ file: "one.eml" }, "expected an absolute path"],
    [{ file: "/one\0.eml" }, "expected an absolute path"],
    [{ message: "text" }, "expected the bytes of a message, or a function that returns them"],
    [{ message: [1] }, "expected the bytes of a message, or a function that returns them"],
    [{ message: null }, "expected the bytes of a message, or a function that returns them"],
    [{ store }, 'unknown cid option "store"'],
  ])("of cid are never %j: %s", (option, problem) => {
    expect(() => resolveOptions(cid.options!, option)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(problem) }),
    );
  });

  it.each(["mailboxes", "accept"])("%s of mid may have 100 items, and no more", (name) => {
    const resolve = (length: number) => resolveOptions(mid.options!, { [name]: Array(length).fill("/a") });
    expect(() => resolve(100)).not.toThrow();
    expect(() => resolve(101)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  it("can be written on a command line, except for a store and a message", () => {
    const onlyInPrograms = (declarations: Parameters<typeof Object.entries>[0]) =>
      Object.entries(declarations).flatMap(([name, each]) => (isProgramOnly(each as never) ? [name] : []));
    expect(onlyInPrograms(mid.options!.declarations)).toEqual(["store"]);
    expect(onlyInPrograms(cid.options!.declarations)).toEqual(["message"]);
  });

  it("of cid may be the bytes of a message, which are read when they are needed", async () => {
    const octets = Uint8Array.of(1);
    expect(await resolveOptions(cid.options!, { message: octets }).message!()).toBe(octets);
  });
});
