import { createAnyurl } from "anyurl";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createBookmarks } from "../../src/browser/bookmarks.ts";
import { Browser } from "../../src/browser/browser.ts";
import { loadSchemes } from "../../src/load-schemes.ts";
import type { Opener } from "../../src/opener.ts";
import { serveHttp } from "../serve-http.ts";

const HTML = `<a href="#there">down</a><a href="/two">two</a><p id=there>there
<form action="/find"><select name=s aria-label=Color><option value=r>Red<option value=b>Blue</select></form>`;

const client = createAnyurl();
const bookmarks = createBookmarks(undefined);
let requests: (string | undefined)[];
let answers: (string | undefined)[];
let urls: Awaited<ReturnType<typeof loadSchemes>>["urls"];
let browser: Browser;

const origin = serveHttp((request, response) => {
  requests.push(request.url);
  response
    .setHeader("content-type", "text/html")
    .end(request.url === "/" ? HTML : `<title>${request.url}</title>x`);
});
beforeAll(async () => {
  ({ urls } = await loadSchemes());
});
afterAll(async () => {
  await client.close();
});
beforeEach(async () => {
  requests = [];
  answers = [];
  browser = new Browser({
    ...{ opener: client as unknown as Opener, urls, call: {}, maxBytes: 10_000, isScreen: true, bookmarks },
    signal: new AbortController().signal,
    canShow: () => false,
    width: () => 80,
    ask: async () => answers.shift(),
    download: async ({ url }) => `saved ${url}`,
    onChange: () => {},
  });
  await browser.open({ url: `${origin()}/` });
});

describe("the browser", () => {
  it("follows a link within the page without a request", async () => {
    await browser.follow(0);
    expect(browser.fragment).toBe("there");
    expect(requests).toEqual(["/"]);
    await browser.run("back");
    expect(browser.fragment).toBeUndefined();
  });

  it("does not send a fragment to the server", async () => {
    await browser.open({ url: `${origin()}/three#part` });
    expect(browser.page.title).toBe("/three");
    expect(requests).toEqual(["/", "/three"]);
  });

  it("shows the pages of the history without a request, unless they are too old", async () => {
    await browser.follow(1);
    await browser.run("back");
    await browser.run("forward");
    expect(requests).toEqual(["/", "/two"]);
    for (let i = 0; i < 12; i++) await browser.open({ url: `${origin()}/${i}` });
    requests = [];
    for (let i = 0; i < 12; i++) await browser.run("back");
    expect(browser.page.title).toBe("/two");
    expect(requests).toContain("/two");
    expect(requests).not.toContain("/11");
  });

  it("says that there is no page before the first or after the last", async () => {
    await browser.run("back");
    expect(browser.message).toBe("this is the first page");
    await browser.run("forward");
    expect(browser.message).toBe("this is the last page");
  });

  it("offers the choices of a field as links, and returns to the form", async () => {
    const at = browser.page.links.findIndex((link) => link.is === "field");
    await browser.follow(at);
    expect(browser.page.title).toBe("Color");
    await browser.follow(1);
    expect(browser.page.forms[0]!.fields[0]!.value).toBe("b");
  });

  it("turns an error of a command into a message", async () => {
    await browser.follow(98);
    expect(browser.message).toBe("there is no link 99");
    await browser.run("explain", "77");
    expect(browser.message).toBe("there is no link 77");
    await browser.run("open", "ftp://[bad/");
    expect(browser.message).toContain("invalid URL");
    await browser.run("search", "words");
    expect(browser.message).toBe("this resource cannot be searched");
  });

  it("opens what a user types, as every command reads it", async () => {
    answers = [` <URL:${origin()}/typed> `];
    await browser.run("open");
    expect(browser.page.title).toBe("/typed");
    await browser.run("open");
    expect(browser.page.title).toBe("/typed");
  });

  it("saves the link with a number, or else the page", async () => {
    await browser.run("download", "2");
    expect(browser.message).toBe(`saved ${origin()}/two`);
    await browser.run("download");
    expect(browser.message).toBe(`saved ${origin()}/`);
  });

  it("adds a page to the bookmarks and removes it again, but no URL with a password", async () => {
    await browser.run("bookmark");
    expect(bookmarks.list().map(({ url }) => url)).toEqual([`${origin()}/`]);
    await browser.run("bookmark");
    expect(bookmarks.list()).toEqual([]);
    await browser.open({ url: "ftp://u:secret@127.0.0.1:9/" });
    await browser.run("bookmark");
    expect(browser.message).toBe("a URL with a password is not saved");
    await browser.run("history");
    expect(JSON.stringify(browser.page.blocks)).not.toContain("secret");
  });

  it("shows source, transcript, and explanation of the page below its own pages", async () => {
    await browser.run("help");
    await browser.run("source");
    expect(browser.page.blocks).toEqual([{ is: "verbatim", spans: [{ text: HTML }] }]);
    await browser.run("transcript");
    expect(JSON.stringify(browser.page.blocks)).toContain("GET / HTTP/1.1");
    await browser.run("explain");
    expect(browser.page.title).toBe(`Explanation of ${origin()}/`);
    expect(requests).toEqual(["/"]);
  });

  it("opens a page again", async () => {
    await browser.run("reload");
    expect(requests).toEqual(["/", "/"]);
  });
});
