import { createClient } from "@anyurl/client";
import { createRegistry } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { createArticleUrls } from "../src/entry.ts";
import { type NntpInit, nntp } from "../src/index.ts";

const urls = createRegistry(nntp);

describe("format", () => {
  const HOST = { host: "h.example" };
  const GROUP = { ...HOST, newsgroupName: "a.b" };

  it.each<readonly [fields: NntpInit, expected: string]>([
    [GROUP, "nntp://h.example/a.b"],
    [{ ...GROUP, scheme: "nntps", articleNumber: "007" }, "nntps://h.example/a.b/007"],
    [
      { ...GROUP, user: "me", password: "p:w", port: 1119, fragment: "f" },
      "nntp://me:p%3Aw@h.example:1119/a.b#f",
    ],
    // What one of the two profiles can parse.
    [{ ...HOST, newsgroupName: "grüße/x~" }, "nntp://h.example/gr%C3%BC%C3%9Fe%2Fx~"],
    [{ ...HOST, newsgroupName: "3a" }, "nntp://h.example/3a"],
    [{ ...HOST, newsgroupName: "a..b" }, "nntp://h.example/a..b"],
    [{ ...GROUP, articleNumber: "12345678901234567" }, "nntp://h.example/a.b/12345678901234567"],
  ])("%j is %s", (fields, expected) => {
    expect(nntp.format(fields)).toBe(expected);
  });

  it.each<readonly [fields: NntpInit, code: string]>([
    [{ ...HOST, newsgroupName: "" }, "bad-group-name"],
    [{ ...HOST, newsgroupName: "ü..b" }, "bad-group-name"],
    [{ ...HOST, newsgroupName: "a b" }, "bad-group-name"],
    [{ ...HOST, newsgroupName: "a\nb" }, "control-octet"],
    [{ ...GROUP, articleNumber: "" }, "bad-article-number"],
    [{ ...GROUP, articleNumber: "1#2" }, "bad-article-number"],
    [{ ...GROUP, articleNumber: "1?2" }, "bad-article-number"],
    [{ ...GROUP, articleNumber: "1/2" }, "bad-article-number"],
    [{ ...GROUP, articleNumber: "%31" }, "bad-article-number"],
  ])("%j has the problem %s", (fields, code) => {
    expect(() => nntp.format(fields)).toThrow(
      expect.objectContaining({ code, component: "path", start: 0, end: 0 }),
    );
  });
});

describe("the URLs of articles in a list", () => {
  it.each([
    ["nntp://h.example/a.b", "nntp://h.example/a.b/7"],
    ["nntps://h.example:1563/a.b", "nntps://h.example:1563/a.b/7"],
    ["nntp://m%65%3A:pw@h.example/gr%C3%BC%C3%9Fe", "nntp://me%3A@h.example/gr%C3%BC%C3%9Fe/7"],
  ])("of %s have its user and no password: %s", (group, expected) => {
    const urlOf = createArticleUrls(urls.parse(group as "nntp://h.example/a.b"));
    expect(urlOf({ number: "7" })).toEqual({ url: expected });
    // No server has this article (RFC 3977 §6).
    expect(urlOf({ number: "0" })).toEqual({ unsafe: expect.stringContaining("0") });
  });
});

describe("what nntp tells about its URLs", () => {
  const [group, article] = [urls.parse("nntp://h.example/a.b"), urls.parse("nntp://h.example/a.b/7")];

  it("is whether a URL names a newsgroup, which has articles in it", () => {
    expect([group, article].map((url) => urls.isDirectory(url))).toEqual([true, false]);
    const { tree, view } = nntp.presentation!;
    expect([group, article].map((url) => tree!.path(url))).toEqual([["a.b"], ["a.b", "7.eml"]]);
    const viewOf = view as (url: unknown) => object;
    expect([group, article].map((url) => Object.keys(viewOf(url)).sort())).toEqual([
      ["columns", "layout", "search"],
      ["article"],
    ]);
  });

  it("are the usual ports, of nntp and nntps", () => {
    expect(nntp.ports?.usual).toEqual([119, 563]);
  });
});

describe("the plan", () => {
  it.each([
    ["nntp://h.example/a.b", ["CAPABILITIES", "GROUP a.b", "OVER 1-100", "QUIT"]],
    ["nntp://h.example/a.b/007", ["CAPABILITIES", "GROUP a.b", "ARTICLE 7", "QUIT"]],
    // TLS is there from the first byte, so the login can be sent.
    [
      "nntps://me@h.example:1563/a.b/7",
      [
        ...["CAPABILITIES", "AUTHINFO USER me", "AUTHINFO PASS ***", "CAPABILITIES"],
        ...["GROUP a.b", "ARTICLE 7", "QUIT"],
      ],
    ],
  ])("of %s has the commands of opening it", (url, expected) => {
    const { steps } = urls.plan(url);
    expect(steps.flatMap((step) => (step.do === "send" ? [step.text] : []))).toEqual(expected);
    expect(steps[0]).toMatchObject({
      do: "connect",
      host: "h.example",
      port: url.includes("1563") ? 1563 : 119,
    });
  });

  it("has the part of the URL of each command", () => {
    const url = "nntp://me@h.example/a.b/7";
    const { steps } = urls.plan(url, "get", { clearTextLogin: true });
    const parts = steps.flatMap((step) =>
      step.do === "send" ? [[step.part, url.slice(step.start, step.end)]] : [],
    );
    expect(parts.filter(([part]) => part !== undefined)).toEqual([
      ["user", "me"],
      ["password", url],
      ["newsgroupName", "a.b"],
      ["articleNumber", "7"],
    ]);
  });
});

it.each([
  ["list", "not-a-directory"],
  ["search", "not-a-directory"],
  ["send", "unsupported"],
] as const)("%s of an article fails with %s, and connects to nothing", async (operation, code) => {
  const transport = memoryTransport();
  const client = createClient({ schemes: [nntp] as const, transport });
  const url = "nntp://127.0.0.1/a.b/7";
  const call = async () => {
    if (operation === "send") return client.send(url, "x", { options: { confirmed: true } });
    for await (const _ of operation === "list" ? client.list(url) : client.search(url, "x"));
  };
  await expect(call()).rejects.toMatchObject({ code, hint: "remove the article number" });
  expect(transport.dialled).toEqual([]);
});
