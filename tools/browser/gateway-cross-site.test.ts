import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@anyurl/client";
import { createGateway, formatLink, type GatewayOptions } from "@anyurl/gateway";
import { type Serving, serveGateway } from "@anyurl/gateway/node";
import { document, type EmbeddedServer, folder, startGopherServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { gopher as scheme } from "anyurl";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser } from "./gateway-browser.ts";

/*
 * Pages of another site that use a gateway, in Chromium: a gateway at localhost, to which browsers send Fetch Metadata,
 * and one with a host name over plain HTTP, to which they do not.
 */

let browser: Browser;
let gopher: EmbeddedServer;
let evil: Server;
let context: BrowserContext;
let page: Page;
/** The contents of the other site's page. */
let markup = "";

/** A document that a visitor opens through the gateway, and that tries to send the gateway's URL as the referrer. */
const htmlDocument = document(`<!doctype html><title>Evil</title><meta name="referrer" content="unsafe-url">
<img src="welcome.txt?img" referrerpolicy="unsafe-url">
<link rel="stylesheet" href="welcome.txt?style" referrerpolicy="unsafe-url">
<video src="welcome.txt?video"></video><h1>A document</h1>`);

beforeAll(async () => {
  evil = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Evil</title>${markup}`);
  });
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  [browser, gopher] = await Promise.all([
    openBrowser(["--host-resolver-rules=MAP *.example 127.0.0.1"]),
    startGopherServer(),
  ]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await gopher?.close();
  evil?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

interface Started {
  readonly serving: Serving;
  /** `http://gw.example:8080`, or localhost. */
  readonly origin: string;
}

const running: Serving[] = [];
afterEach(async () => {
  for (const serving of running.splice(0)) await serving.close();
});

async function start(host: string, options: Partial<GatewayOptions> = {}): Promise<Started> {
  const client = createClient({
    schemes: [scheme],
    transport: nodeTransport(),
    policy: { profile: "untrusted", allowAddresses: ["127.0.0.1/32"], allowPorts: ["gopher:*"] },
  });
  const rate = { perSecond: 10_000, burst: 10_000 };
  const gateway = createGateway({
    ...{
      client,
      cache: false,
      crossSite: "open" as const,
      hosts: ["gw.example", "localhost"],
      clientRate: rate,
      targetRate: rate,
    },
    ...options,
  });
  const serving = await serveGateway(gateway);
  running.push(serving);
  return { serving, origin: `http://${host}:${serving.port}` };
}

/** The requests to the Gopher server. */
function received(): readonly string[] {
  return gopher.received.flat().map((line) => Buffer.from(line).toString("latin1"));
}

/** Opens the page of the other site. */
async function visitEvil(content: string): Promise<void> {
  markup = content;
  const { port } = evil.address() as AddressInfo;
  await page.goto(`http://evil.example:${port}/`);
}

const form = (action: string) =>
  `<form method="post" action="${action}"><input name="url" value="${gopher.origin}/0/guestbook%09%09?">
<input name="kinds" value="Ask"><input name="answer-0" value="from-evil"><button>Go</button></form>`;

const NAMES = ["localhost", "gw.example"];

describe.each(NAMES)("a gateway at %s", (host) => {
  it.each(["", '<meta name="referrer" content="no-referrer">'])(
    "rejects the form of another site's page (%s)",
    async (head) => {
      const { origin } = await start(host);
      await visitEvil(head + form(`${origin}/_/form`));
      const [response] = await Promise.all([page.waitForNavigation(), page.locator("button").click()]);
      expect(response?.status()).toBe(403);
      expect(received().join()).not.toContain("from-evil");
    },
  );

  it("accepts the form of its own page", async () => {
    const { origin } = await start(host, { crossSite: "home" });
    await page.goto(`${origin}/?url=${encodeURIComponent(`${gopher.origin}/0/guestbook%09%09?`)}`);
    await page
      .getByRole("link", { name: /^Open ?:/ })
      .or(page.getByRole("button", { name: "Open" }))
      .first()
      .click();
    await page.locator("form.asked input[name='answer-0']").fill(`by-hand-${host}`);
    const [response] = await Promise.all([
      page.waitForNavigation(),
      page.locator("form.asked button").click(),
    ]);
    expect(response?.status()).toBe(200);
    expect(received().join()).toContain(`by-hand-${host}`);
  });

  it('opens a link of another site only after the visitor confirms, with crossSite "home"', async () => {
    const { origin } = await start(host, { crossSite: "home" });
    const url = `${gopher.origin}/0/welcome.txt`;
    for (const rel of ["", "noreferrer"]) {
      const before = received().length;
      await visitEvil(`<a rel="${rel}" href="${origin}${formatLink(url)}">here</a>`);
      await Promise.all([page.waitForURL(`${origin}/?url=*`), page.locator("a").click()]);
      expect(received().length).toBe(before);
      expect(await page.locator("#url").inputValue()).toBe(url);
      await page.getByRole("button", { name: "Open" }).click();
      await page.waitForURL(origin + formatLink(url));
      expect(await page.locator("pre.text").textContent()).toContain("elcome");
      expect(received().length).toBe(before + 1);
    }
  });

  it('follows its own links, with crossSite "home"', async () => {
    const { origin } = await start(host, { crossSite: "home" });
    await page.goto(origin);
    await page.locator("#url").fill(`${gopher.origin}/`);
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForURL(`${origin}${formatLink(`${gopher.origin}/`)}`);
    await page
      .getByRole("link", { name: /Welcome/ })
      .first()
      .click();
    await page.waitForURL(/welcome\.txt/);
    await page.goBack();
    await page.reload();
    expect(page.url()).toBe(`${origin}${formatLink(`${gopher.origin}/`)}`);
  });
});

describe("a page of another site", () => {
  const embedding = (url: string) => `<img src="${url}?img"><script src="${url}?script"></script>
<link rel="stylesheet" href="${url}?style"><iframe src="${url}?iframe"></iframe><object data="${url}?object"></object>
<embed src="${url}?embed"><link rel="prefetch" href="${url}?prefetch">
<script>addEventListener("load", async () => {
  for (const mode of ["no-cors", "cors"]) await fetch("${url}?" + mode, { mode }).catch(() => {});
  document.title = "done";
})</script>`;

  const embed = async (origin: string) => {
    const before = received().length;
    await visitEvil(embedding(`${origin}/${gopher.origin}/0/FLUSHALL`));
    await page.waitForFunction("document.title === 'done'");
    return received().slice(before);
  };

  it("embeds and fetches nothing through a gateway to which browsers send Fetch Metadata", async () => {
    const { origin } = await start("localhost");
    expect(await embed(origin)).toEqual([]);
  });

  it('embeds and fetches nothing through a gateway with a host name over plain HTTP, with crossSite "home"', async () => {
    const { origin } = await start("gw.example", { crossSite: "home" });
    expect(await embed(origin)).toEqual([]);
  });

  it.each(["", "/_/raw"])(
    "loads nothing as a document that is served through the gateway (%s)",
    async (form) => {
      const { origin } = await start("gw.example");
      await using other = await startGopherServer({ root: folder({ "evil.html": htmlDocument }) });
      await page.goto(origin);
      await page.evaluate(
        `location.href = ${JSON.stringify(`${form}${formatLink(`${other.origin}/h/evil.html`)}`)}`,
      );
      await page.waitForURL(/evil\.html/, { waitUntil: "load" });
      expect(await page.getByRole("heading").textContent()).toBe("A document");
      expect(other.received.flat()).toHaveLength(1);
    },
  );
});
