import type { EmbeddedServer } from "@anyurl/servers";
import {
  startFtpServer,
  startGopherServer,
  startNntpServer,
  startProsperoServer,
  startWaisServer,
} from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, gatewayOf, open } from "./world.ts";

const gateway = gatewayOf();
let gopher: EmbeddedServer;
let news: EmbeddedServer;
let wais: EmbeddedServer;
let prospero: EmbeddedServer;

beforeAll(async () => {
  [gopher, news, wais, prospero] = await Promise.all([
    startGopherServer(),
    startNntpServer(),
    startWaisServer(),
    startProsperoServer(),
  ]);
});

afterAll(() => Promise.all([gopher, news, wais, prospero].map((server) => server.close())));

function search(url: string, words: string, init?: Parameters<typeof ask>[2]): Promise<Response> {
  return ask(gateway, `/_/search?${new URLSearchParams({ url, q: words })}`, init);
}

/** The fields of the first form of a page, as a browser would send them. */
function fieldsOf(html: string): { readonly action: string; readonly fields: URLSearchParams } {
  const form = /<form class="asked" action="([^"]*)"[\s\S]*?<\/form>/.exec(html)!;
  const fields = new URLSearchParams();
  for (const [, name, value] of form[0].matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g))
    fields.set(name!, value!.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'"));
  return { action: form[1]!, fields };
}

describe("search", () => {
  it("shows a search form for a gopher item of type 7, and redirects to the URL of the search", async () => {
    const html = await (await open(gateway, `${gopher.origin}/7/search`)).text();
    const { action, fields } = fieldsOf(html);
    fields.set("q", "blue whale/?%");
    const found = await ask(gateway, `${action}?${fields}`);
    expect(found.status).toBe(303);
    expect(found.headers.get("location")).toBe(`/${gopher.origin}/7/search%09blue%20whale%2F%3F%25`);
  });

  it("adds the search terms to a WAIS URL", async () => {
    const before = await (await open(gateway, `${wais.origin}/poems?tide`)).text();
    expect(before).toContain(`<a href="/${wais.origin}/poems"><bdi>poems</bdi></a>`);
    const html = await (await open(gateway, `${wais.origin}/poems`)).text();
    const { action, fields } = fieldsOf(html);
    fields.set("q", "c++ tide");
    const found = await ask(gateway, `${action}?${fields}`);
    expect(found.headers.get("location")).toBe(`/${wais.origin}/poems?c%2B%2B%20tide`);
  });

  it("searches newsgroups and Prospero directories at /_/search", async () => {
    const group = `${news.origin.replace("news:", "nntp:")}/local.harbour`;
    const html = await (await search(group, "light")).text();
    expect(html).toContain("“light” in local.harbour");
    expect(html).toContain("A light in the north");
    expect(html).not.toContain("/local.harbour/2&quot;");
    const names = (await (await search(`${prospero.origin}//poems`, "t*", { accept: "*/*" })).json()) as {
      entries: { name: string }[];
    };
    expect(names.entries.map(({ name }) => name)).toEqual(["tide.txt"]);
  });

  it("searches the newsgroups of a server by name and description", async () => {
    const origin = news.origin.replace(/^[a-z]+:/, "news:");
    const html = await (await open(gateway, `${origin}/*`)).text();
    expect(html).toContain("Words in the name or description");
    const { action, fields } = fieldsOf(html);
    fields.set("q", "harbour");
    const found = await (await ask(gateway, `${action}?${fields}`, { accept: "*/*" })).json();
    expect((found as { entries: { name: string }[] }).entries.map(({ name }) => name)).toContain(
      "local.harbour",
    );
    expect(await (await open(gateway, `${origin}/local.harbour`)).text()).toContain("Search this newsgroup");
  });

  it("redirects to the resource if there are no search terms", async () => {
    const response = await search(`${wais.origin}/poems`, " ");
    expect([response.status, response.headers.get("location")]).toEqual([303, `/${wais.origin}/poems`]);
  });

  it("rejects a URL that cannot be searched, and invalid search terms", async () => {
    await using ftp = await startFtpServer();
    for (const [url, words, status, code] of [
      [`${ftp.origin}/`, "x", 501, "unsupported"],
      [`${gopher.origin}/7/search`, "a\r\nb", 400, "bad-selector"],
      [`${gopher.origin}/7/search`, "x".repeat(1001), 414, "too-long"],
      ["telnet://127.0.0.1/", "x", 403, "scheme-blocked"],
    ] as const) {
      const response = await search(url, words, { accept: "*/*" });
      expect([response.status, ((await response.json()) as { title: string }).title]).toEqual([status, code]);
    }
  });
});

describe("a Gopher+ form", () => {
  const post = (fields: URLSearchParams | string, init: Parameters<typeof ask>[2] = {}) => {
    const body = String(fields);
    return ask(gateway, "/_/form", {
      method: "POST",
      body,
      ...init,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(new TextEncoder().encode(body).length),
        ...init.headers,
      },
    });
  };

  it("is an HTML form, and shows the response to the answers", async () => {
    const html = await (await open(gateway, `${gopher.origin}/0/guestbook%09%09%3F`)).text();
    const { action, fields } = fieldsOf(html);
    expect(action).toBe("/_/form");
    fields.set("answer-0", "Ada");
    fields.set("answer-1", "very quiet");
    fields.set("answer-2", "First line.\r\n.\r\nThird.");
    fields.delete("answer-3");
    expect(await (await post(fields, { accept: "*/*" })).text()).toBe(
      "Thank you, Ada. It was very quiet.\r\n  First line.\r\n  .\r\n  Third.\r\nWe keep it to ourselves.\r\n",
    );
    fields.set("answer-3", "1");
    expect(await (await post(fields)).text()).toContain("We show it to others.");
  });

  it("is JSON with its questions for a program", async () => {
    const response = await open(gateway, `${gopher.origin}/0/guestbook%09%09%3F`, { accept: "*/*" });
    expect(await response.json()).toMatchObject({
      form: [
        { kind: "line", prompt: "Your name:", suggested: "nobody" },
        { kind: "choice" },
        { kind: "lines" },
        { kind: "yes-no", suggested: "0" },
      ],
    });
  });

  it("rejects invalid answers, other content types, and passwords", async () => {
    const url = `${gopher.origin}/0/guestbook%09%09%3F`;
    const wrong = await post(
      new URLSearchParams({ url, kinds: "line,choice", "answer-0": "x", "answer-1": "loud" }),
      { accept: "*/*" },
    );
    expect([wrong.status, ((await wrong.json()) as { title: string }).title]).toEqual([400, "bad-option"]);
    const typed = await post("{}", { accept: "*/*", headers: { "content-type": "application/json" } });
    expect(typed.status).toBe(415);
    const plus = {
      forms: new Map([
        ["/login", { display: "Login", ask: ["Ask: Name:", "AskP: Password:"], answer: () => "" }],
      ]),
    };
    await using asking = await startGopherServer({ plus });
    const html = await (await open(gateway, `${asking.origin}/0/login%09%09%3F`)).text();
    expect(html).toContain("asks for a password");
    expect(html).not.toContain('class="asked"');
  });
});
