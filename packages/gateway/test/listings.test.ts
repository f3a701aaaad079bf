import { createServer } from "node:net";
import type { EmbeddedServer } from "@anyurl/servers";
import {
  folder,
  startFtpServer,
  startGopherServer,
  startNntpServer,
  startProsperoServer,
  startWaisServer,
} from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLink } from "../src/index.ts";
import { ask, gatewayOf, open } from "./world.ts";

const gateway = gatewayOf();
let ftp: EmbeddedServer;
let gopher: EmbeddedServer;
let news: EmbeddedServer;
let wais: EmbeddedServer;
let prospero: EmbeddedServer;

beforeAll(async () => {
  [ftp, gopher, news, wais] = await Promise.all([
    startFtpServer(),
    startGopherServer(),
    startNntpServer(),
    startWaisServer(),
  ]);
  prospero = await startProsperoServer({ links: { "/poem": `${ftp.origin}/poems/tide.txt;type=i` } });
});

afterAll(() => Promise.all([ftp, gopher, news, wais, prospero].map((server) => server.close())));

interface PlainEntry {
  readonly name: string;
  readonly kind: string;
  readonly url?: string;
  readonly link?: string;
}

async function entriesOf(url: string): Promise<readonly PlainEntry[]> {
  const response = await open(gateway, url, { accept: "application/json" });
  expect(response.status).toBe(200);
  return ((await response.json()) as { entries: readonly PlainEntry[] }).entries;
}

describe("listings of every scheme", () => {
  it.each([
    ["an FTP directory", () => `${ftp.origin}/`, "welcome.txt", () => `${ftp.origin}/welcome.txt`],
    [
      "a Gopher menu",
      () => `${gopher.origin}/`,
      "Welcome: start here",
      () => `${gopher.origin}/0/welcome.txt`,
    ],
    [
      "a search by Gopher",
      () => `${gopher.origin}/7/search%09tide`,
      "tide.txt",
      () => `${gopher.origin}/0/poems/tide.txt`,
    ],
    [
      "a newsgroup of NNTP",
      () => `${news.origin}/local.harbour`.replace("news:", "nntp:"),
      "A light in the north",
      () => `${news.origin.replace("news:", "nntp:")}/local.harbour/1`,
    ],
    ["hits of WAIS", () => `${wais.origin}/poems?umlaut`, "The percent sign", undefined],
    [
      "a Prospero directory",
      () => `${prospero.origin}//poems`,
      "tide.txt",
      () => `${prospero.origin}//poems/tide.txt`,
    ],
  ])("have the same entries as JSON, JSON lines, text and page: %s", async (_, url, name, target) => {
    const entries = await entriesOf(url());
    const entry = entries.find((each) => each.name === name)!;
    expect(entry).toBeDefined();
    if (target !== undefined) expect(entry.url).toBe(target());
    expect(parseLink(entry.link!)).toBe(entry.url);

    const lines = (await (await open(gateway, url(), { accept: "application/x-ndjson" })).text()).trimEnd();
    expect(lines.split("\n").map((line) => JSON.parse(line))).toEqual(entries);

    const text = await open(gateway, url(), { accept: "text/plain" });
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toContain(`\t${name}\t${entry.url}\n`);

    const page = await open(gateway, url());
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await page.text();
    expect(html).toContain(`href="${entry.link!.replaceAll("&", "&amp;").replaceAll("'", "&#39;")}"`);
    expect(html).toContain(name);
    expect(page.headers.get("vary")).toBe("Accept, Accept-Language");
  });

  it("open entries by their links", async () => {
    for (const [url, name, words] of [
      [`${ftp.origin}/poems/`, "tide.txt", "tide"],
      [`${gopher.origin}/1/poems`, "tide.txt", "tide"],
      [`${wais.origin}/poems?umlaut`, "The percent sign", "percent"],
      [`${prospero.origin}//poems`, "tide.txt", "tide"],
      [`${news.origin.replace("news:", "nntp:")}/local.harbour`, "A light in the north", "light"],
    ] as const) {
      const entry = (await entriesOf(url)).find((each) => each.name === name)!;
      const page = await ask(gateway, entry.link!);
      expect([url, page.status]).toEqual([url, 200]);
      const html = await page.text();
      expect(html).toContain('<pre class="text">');
      expect(html.toLowerCase()).toContain(words);
    }
  });

  it("follow a Prospero name to its server", async () => {
    const response = await open(gateway, `${prospero.origin}//poem`, { accept: "*/*" });
    expect((await response.arrayBuffer()).byteLength).toBe(373);
  });

  it("link entries with unusual names, and each link opens", async () => {
    const entries = await entriesOf(`${ftp.origin}/names/`);
    expect(entries.length).toBe(18);
    for (const { name, link, url } of entries) {
      expect(parseLink(link!)).toBe(url);
      // As a browser sends it.
      const sent = new URL(link!, "http://gateway.example/");
      const response = await ask(gateway, sent.pathname + sent.search, { accept: "*/*" });
      expect([name, response.status]).toEqual([name, 200]);
      expect(await response.text()).toMatch(/^You have found the document/);
    }
  });

  it("include a directory whose URL has no final slash", async () => {
    const names = (await entriesOf(`${ftp.origin}/poems`)).map(({ name }) => name);
    expect(names).toEqual(["tide.txt", "percent.txt"]);
  });

  it("are JSON if Accept allows anything, or the format that the path selects", async () => {
    const types = async (path: string, accept: string) =>
      (await ask(gateway, path, { accept })).headers.get("content-type");
    expect(await types(`/${ftp.origin}/`, "*/*")).toBe("application/json");
    expect(await types(`/_/json/${ftp.origin}/`, "text/html")).toBe("application/json");
    expect(await types(`/_/lines/${ftp.origin}/`, "text/html")).toBe("application/x-ndjson");
    expect(await types(`/_/text/${ftp.origin}/`, "text/html")).toBe("text/plain; charset=utf-8");
    expect(await types(`/_/html/${ftp.origin}/`, "*/*")).toBe("text/html; charset=utf-8");
    expect((await ask(gateway, `/_/json/${ftp.origin}/`)).headers.get("vary")).toBeNull();
  });

  it("redirect a URL without a path to the path /, for relative references", async () => {
    const response = await open(gateway, gopher.origin);
    expect([response.status, response.headers.get("location")]).toEqual([308, `/${gopher.origin}/`]);
  });

  it("sanitize names in text", async () => {
    const root = folder({ "\u001b]0;title\u0007.txt": "", "\u202etxt.exe": "" });
    await using server = await startFtpServer({ root });
    const text = await (await open(gateway, `${server.origin}/`, { accept: "text/plain" })).text();
    expect(text).toContain("\\x1b]0;title\\x07.txt");
    expect(text).toContain("\\u202etxt.exe");
    expect(text.replace(/[\t\n\x20-\x7e]/g, "")).toBe("");
  });
});

describe("a cached listing", () => {
  it("is rendered again only after the server sent new entries", async () => {
    let time = Date.now();
    const keeping = gatewayOf({ now: () => time, cache: { ttl: { list: 60_000 } } });
    let served = folder({ "one.txt": "" });
    const root = {
      ...served,
      get entries() {
        return served.entries;
      },
    };
    await using server = await startGopherServer({ root });
    const page = async (accept: string) => (await open(keeping, `${server.origin}/`, { accept })).text();
    for (const accept of ["text/html", "*/*"]) {
      const first = await page(accept);
      expect(first).toContain("one.txt");
      expect(await page(accept)).toBe(first);
      expect(await page(accept)).toBe(first);
    }
    served = folder({ "two.txt": "" });
    expect(await page("text/html")).toContain("one.txt");
    time += 60_001;
    for (const accept of ["text/html", "*/*"]) {
      expect(await page(accept)).toContain("two.txt");
      expect(await page(accept)).not.toContain("one.txt");
    }
  });
});

describe("an incomplete listing", () => {
  // A menu of three lines, and then a reset instead of the end.
  async function breaking(): Promise<{ url: string; close(): Promise<void> }> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => {
        socket.write("0One\t/1\t127.0.0.1\t70\r\n0Two\t/2\t127.0.0.1\t70\r\n");
        // biome-ignore lint/plugin/no-fixed-waits: some systems drop at a reset what was not read yet; Linux does not, however late it is read.
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    return {
      url: `gopher://127.0.0.1:${port}/1/menu`,
      close: () => new Promise((resolve) => server.close(() => resolve())),
    };
  }

  it("reports the error after the last entry, in every format, and ends the response normally", async () => {
    const server = await breaking();
    try {
      const json = await (await open(gateway, server.url, { accept: "application/json" })).json();
      expect(json).toMatchObject({
        entries: [{ name: "One" }, { name: "Two" }],
        error: { title: "truncated" },
      });
      const lines = (
        await (await open(gateway, server.url, { accept: "application/x-ndjson" })).text()
      ).trimEnd();
      expect(JSON.parse(lines.split("\n").at(-1)!)).toMatchObject({
        error: { title: "truncated", status: 502 },
      });
      const text = await (await open(gateway, server.url, { accept: "text/plain" })).text();
      expect(text).toMatch(/\nerror\ttruncated: .*\n$/);
      const html = await (await open(gateway, server.url)).text();
      expect(html).toMatch(/Two[\s\S]*Incomplete[\s\S]*<code>truncated<\/code>[\s\S]*<\/html>/);
    } finally {
      await server.close();
    }
  });
});
