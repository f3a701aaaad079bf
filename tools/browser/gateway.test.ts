import { readFile } from "node:fs/promises";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateAssetsModule } from "../../packages/gateway/build/built-module.ts";
import {
  openBrowser,
  openMeasured,
  openPage,
  overflowOf,
  type Seen,
  violationsOf,
} from "./gateway-browser.ts";
import { type GatewayWorld, openGatewayWorld } from "./gateway-world.ts";

let world: GatewayWorld;
let browser: Browser;

beforeAll(async () => {
  [world, browser] = await Promise.all([openGatewayWorld(), openBrowser()]);
  // The first request for it bundles the script of the home page, for which a page of the browser waits only 10 s.
  await (await fetch(`${world.url}/_/assets/live.js`)).text();
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await world?.[Symbol.asyncDispose]();
  expect(world?.faults).toEqual([]);
});

/** A page of each kind, by name. */
const KINDS: Readonly<Record<string, (world: GatewayWorld) => string>> = {
  home: ({ url }) => `${url}/`,
  "home with a URL": ({ url }) => `${url}/?url=gopher%3A%2F%2Fh.example%2F7%2Ffind%2509blue%2520whale`,
  "home with an invalid URL": ({ url }) => `${url}/?url=ftp%3A%2F%2Fho%20st%2F%25zz`,
  about: ({ url }) => `${url}/_/about`,
  "ftp directory": ({ at, ftp }) => at(`${ftp}/`),
  "ftp names": ({ at, ftp }) => at(`${ftp}/names/`),
  "gopher menu": ({ at, gopher }) => at(`${gopher}/`),
  "gopher search": ({ at, gopher }) => at(`${gopher}/7/search`),
  "text document": ({ at, ftp }) => at(`${ftp}/poems/tide.txt`),
  newsgroups: ({ at, news }) => at(`${news}/*`),
  newsgroup: ({ at, news }) => at(`${news}/local.harbour`),
  "wais databases": ({ at, wais }) => at(`${wais}/`),
  "prospero directory": ({ at, prospero }) => at(`${prospero}/`),
  "not found": ({ at, ftp }) => at(`${ftp}/nowhere.txt`),
  "blocked port": ({ at }) => at("gopher://127.0.0.1:25/1"),
  "user in the URL": ({ url }) => `${url}/ftp://user:s3cret@h.example/`,
  leaving: ({ url }) => `${url}/_/leave?url=${encodeURIComponent("http://www.example/")}`,
};

/** How each page is looked at: with its colors, and the width of its window. */
const VIEWS = [
  ["light", 1100],
  ["dark", 320],
] as const;

describe("a page of each kind", () => {
  let seen: Seen;
  // One page for all of them: a new context starts a process of the browser.
  beforeAll(async () => {
    seen = await openMeasured(browser, `${world.url}/_/about`);
  });
  afterAll(() => seen?.[Symbol.asyncDispose]());

  it.each(Object.entries(KINDS))(
    "has no axe problems and no horizontal scrolling, light and wide, dark and narrow: %s",
    async (_name, address) => {
      await seen.page.goto(address(world));
      for (const [colorScheme, width] of VIEWS) {
        await seen.page.emulateMedia({ colorScheme });
        await seen.page.setViewportSize({ width, height: 640 });
        const view = { colorScheme, width };
        expect({ ...view, problems: await violationsOf(seen.page) }).toEqual({ ...view, problems: [] });
        expect(await overflowOf(seen.page)).toBeLessThanOrEqual(0);
      }
      expect(seen.elsewhere).toEqual([]);
    },
  );
});

describe("a second visit", () => {
  let seen: Seen;
  // Each page has a URL of its own, so none has been visited before.
  beforeAll(async () => {
    seen = await openPage(browser, `${world.url}/_/unknown`);
  });
  afterAll(() => seen?.[Symbol.asyncDispose]());

  const kinds: typeof KINDS = {
    ...KINDS,
    article: ({ at, news }) => at(`${news.replace("news:", "nntp:")}/local.harbour/1`),
  };
  it.each(Object.entries(kinds))(
    "has the same style and forms as the first one: %s",
    async (_name, address) => {
      const { page, complaints } = seen;
      const earlier = complaints.length;
      const style = () =>
        page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--sans')");
      for (let visit = 1; visit <= 3; visit++) {
        await page.goto(address(world));
        expect([visit, await style()]).toEqual([visit, expect.stringContaining("sans-serif")]);
      }
      const form = page.locator("form").first();
      if ((await form.count()) > 0) {
        await form.locator('input:not([type="hidden"])').first().fill("x-nothing:here");
        const sent = page.waitForRequest((request) => request.url().includes("x-nothing"));
        await form.locator("button").first().click();
        await sent;
      }
      const own = complaints.slice(earlier);
      expect(own.filter((each) => each.includes("Content Security Policy"))).toEqual([]);
    },
  );

  it("gets a 304 response for a document with a date", async () => {
    const url = `${world.ftp}/web/dated.html`;
    await using seen = await openPage(browser, world.at(url));
    await seen.page.goto(world.at(url));
    const records = world.records.filter(({ target }) => target === url);
    expect(records.map(({ status }) => status)).toEqual([200, 304]);
    expect(await seen.page.title()).toBe("A page");
    expect(await seen.page.getByRole("heading").textContent()).toBe("A page of 1994");
  });
});

describe("a visitor", () => {
  it("opens a URL, follows links, and returns through the breadcrumb", async () => {
    await using seen = await openPage(browser, world.url);
    const { page } = seen;
    await page.getByRole("textbox", { name: "URL" }).fill(`${world.ftp}/`);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("link", { name: "poems" }).click();
    await page.getByRole("link", { name: "tide.txt" }).click();
    expect(page.url()).toBe(world.at(`${world.ftp}/poems/tide.txt`));
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "poems" }).click();
    expect(page.url()).toBe(world.at(`${world.ftp}/poems/`));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("poems");
    expect(seen.complaints).toEqual([]);
    expect(seen.elsewhere).toEqual([]);
  });

  it("enters a URL as people type it, sees what it was read as, and opens it", async () => {
    await using seen = await openPage(browser, world.url);
    const { page } = seen;
    await page.getByRole("textbox", { name: "URL" }).fill(`<URL:${world.ftp}/names/grüße.txt>`);
    await page.getByRole("button", { name: "Open" }).click();
    expect(await page.locator("main").textContent()).toContain(
      `Read as ${world.ftp}/names/gr%C3%BC%C3%9Fe.txt: removed the delimiters around the URL`,
    );
    await page.getByRole("button", { name: "Open" }).click();
    expect(await page.locator("p.target").textContent()).toBe(`${world.ftp}/names/grüße.txt`);
    expect(seen.complaints).toEqual([]);
  });

  it("follows a suggestion for a misspelled URL", async () => {
    await using seen = await openPage(browser, world.url);
    const { page } = seen;
    await page.getByRole("textbox", { name: "URL" }).fill(world.ftp.replace("://", "//"));
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("link", { name: world.ftp }).first().click();
    expect(page.url()).toContain(world.ftp);
    expect(seen.complaints).toEqual([]);
  });

  it("follows every link with special characters in its name", async () => {
    await using seen = await openPage(browser, world.at(`${world.ftp}/names/`));
    const links = await seen.page
      .locator("table a")
      .evaluateAll((all) => all.map((each) => (each as unknown as { href: string }).href));
    expect(links.length).toBeGreaterThan(12);
    for (const href of links) {
      await seen.page.goto(href);
      expect(await seen.page.locator("pre.text").textContent(), href).toContain(
        "You have found the document",
      );
    }
  });

  it("follows relative links within served documents, which run no script", async () => {
    await using seen = await openPage(browser, world.at(`${world.ftp}/web/page.html`));
    expect(await seen.page.title()).toBe("A page");
    await seen.page.getByRole("link", { name: "the second page" }).click();
    expect(seen.page.url()).toBe(world.at(`${world.ftp}/web/second.html`));
    expect(await seen.page.getByRole("heading").textContent()).toBe("The second page");
  });

  it("searches a Gopher server and a WAIS database", async () => {
    await using seen = await openPage(browser, world.at(`${world.gopher}/7/search`));
    const { page } = seen;
    await page.getByRole("textbox", { name: "Search terms" }).fill("tide");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: /tide/i }).first().click();
    expect(await page.locator("pre.text").textContent()).toMatch(/tide/i);
    await page.goto(world.at(`${world.wais}/poems`));
    await page.getByRole("textbox", { name: "Search terms" }).fill("tide");
    await page.getByRole("button", { name: "Search" }).click();
    expect(await page.locator("main a").count()).toBeGreaterThan(0);
    expect(seen.complaints).toEqual([]);
  });

  it("downloads a complete binary file under its own name", async () => {
    await using seen = await openPage(browser, world.at(`${world.ftp}/octets/`));
    const [download] = await Promise.all([
      seen.page.waitForEvent("download"),
      seen.page.getByRole("link", { name: "bytes.bin" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("bytes.bin");
    const octets = await readFile(await download.path());
    expect([...octets]).toEqual(Array.from({ length: 256 }, (_, i) => i));
  });

  it("sees what failed, and the error code", async () => {
    await using seen = await openPage(browser, world.at(`${world.ftp}/nowhere.txt`));
    expect(await seen.page.locator(".failure").textContent()).toContain("not-found");
    await seen.page.goto(`${world.url}/ftp://user:s3cret@h.example/`);
    expect(await seen.page.content()).not.toContain("s3cret");
  });

  it("can use only the keyboard, and sees the focus", async () => {
    await using seen = await openPage(browser, world.url, { reducedMotion: "reduce" });
    const { page } = seen;
    const focused = () =>
      page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Skip to content");
    expect(await page.evaluate("document.activeElement.getBoundingClientRect().top >= 0")).toBe(true);
    await page.keyboard.press("Enter");
    expect(await focused()).toBe("main");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("url");
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    await page.keyboard.type(`${world.gopher}/`);
    await page.keyboard.press("Enter");
    await page.waitForURL(world.at(`${world.gopher}/`));
    // Past the skip link, the name, the field, and the button, to the first item of the menu.
    await page.getByRole("link", { name: "Welcome: start here" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/welcome\.txt/);
  });
});

describe("the live anatomy", () => {
  it("updates while the user types, keeps the focus, and is announced", async () => {
    await using seen = await openPage(browser, world.url);
    const { page } = seen;
    expect(await page.getByRole("button", { name: "Explain" }).isVisible()).toBe(false);
    await page.locator("#url").pressSequentially("gopher://h.example/7/find%09blue%20whale");
    await page.getByRole("rowheader", { name: "search" }).waitFor();
    // The anatomy of a part of the URL is replaced as soon as the explanation of the next one is loaded.
    await page
      .locator(".url code")
      .filter({ hasText: /^gopher:\/\/h\.example\/7\/find%09blue%20whale$/ })
      .waitFor();
    expect(await page.locator(".plan").textContent()).toContain("/find\\x09blue whale");
    expect(await page.evaluate("document.activeElement.id")).toBe("url");
    await page.locator("#said", { hasText: "gopher URL, 5 parts" }).waitFor({ state: "attached" });
    expect(seen.complaints).toEqual([]);
    expect(seen.elsewhere).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
  });

  it.each([
    ["es", "Anatomía", "URL gopher, 5 partes."],
    ["fr", "Anatomie", "URL gopher, 5 parties."],
  ])("speaks the language of the page: %s", async (locale, heading, summary) => {
    await using seen = await openPage(browser, world.url, { locale });
    const { page } = seen;
    await page.fill("#url", "gopher://h.example/7/find%09blue%20whale");
    await page.locator("#said", { hasText: summary }).waitFor({ state: "attached" });
    expect(await page.locator("#anatomy").textContent()).toBe(heading);
    expect(await page.locator("#drawing").textContent()).not.toMatch(/Normal form|Planned exchange|Meaning/);
    await page.fill("#url", "mailto:a@b.example");
    await page.locator(".opening.note").waitFor();
    expect(await page.locator(".opening.note").textContent()).not.toContain("This gateway");
    expect(seen.complaints).toEqual([]);
  });

  it("marks problems of both grammars until they are fixed", async () => {
    await using seen = await openPage(browser, world.url);
    const { page } = seen;
    await page.fill("#url", "ftp://ho st/x");
    await page.locator(".url mark").waitFor();
    expect(await page.locator(".problems").textContent()).toContain('write it as "%20"');
    expect(await violationsOf(page)).toEqual([]);
    await page.fill("#url", "ftp://host/x#f");
    await page.getByText("RFC 1738 only").waitFor();
    await page.fill("#url", "ftp://host/x");
    await page.locator(".problems").waitFor({ state: "detached" });
    await page.fill("#url", "");
    await page.getByRole("heading", { name: "Example", exact: true }).waitFor();
  });

  it("says that a scheme is explained but not opened", async () => {
    await using seen = await openPage(browser, world.url);
    await seen.page.fill("#url", "mailto:a@b.example");
    await seen.page.getByText("This gateway explains mailto URLs").waitFor();
  });

  it("shows no password", async () => {
    await using seen = await openPage(browser, world.url);
    await seen.page.fill("#url", "ftp://alice:s3cret@h.example/");
    await seen.page.getByText("alice:***@").first().waitFor();
    expect(await seen.page.content()).not.toContain("s3cret");
  });

  it("does not run typed markup", async () => {
    await using seen = await openPage(browser, world.url);
    await seen.page.fill(
      "#url",
      'x:"><img src=/ onerror="document.title=1"><script>document.title=2</script>',
    );
    await seen.page.locator(".url mark").first().waitFor();
    expect(await seen.page.title()).toContain("anyurl");
    expect(await seen.page.locator("#drawing img, #drawing script").count()).toBe(0);
    expect(seen.complaints).toEqual([]);
  });

  it("shows an example after a click", async () => {
    await using seen = await openPage(browser, world.url);
    await seen.page.locator("a.draw").first().click();
    expect(await seen.page.inputValue("#url")).toBe(`${world.ftp}/poems/`);
    await seen.page.getByRole("rowheader", { name: "cwds[0]" }).waitFor();
    expect(seen.page.url()).toBe(`${world.url}/`);
  });

  it("shows the same as the server for every example of every scheme", async () => {
    await using seen = await openPage(browser, world.url);
    await using served = await openPage(browser, world.url, { javaScriptEnabled: false });
    for (const url of [
      "ftp://h.example/%2Fetc/x;type=a",
      "news:a.b",
      "wais://h.example/db?w",
      "http://h.example/a?b#c",
      "x-none:y",
    ]) {
      await seen.page.fill("#url", url);
      await seen.page.locator(".url code", { hasText: url }).waitFor();
      await served.page.goto(`${world.url}/?url=${encodeURIComponent(url)}`);
      const [live, still] = await Promise.all(
        [seen, served].map(({ page }) =>
          page
            .locator("#drawing")
            .innerHTML()
            .then((all) => all.replace(/<p class="opening.*?<\/p>/s, "").trim()),
        ),
      );
      expect(live).toBe(still);
    }
  });

  it("works from the files of the built package", async () => {
    const module = `data:text/javascript,${encodeURIComponent(await generateAssetsModule())}`;
    const built = (await import(
      /* @vite-ignore */ module
    )) as typeof import("../../packages/gateway/src/assets/built.d.ts");
    await using seen = await openPage(browser, `${world.url}/_/about`);
    const { page } = seen;
    const asked: string[] = [];
    await page.route("**/_/assets/*.js", async (route) => {
      const name = route.request().url().split("/").at(-1)!;
      const file = await built.load(name === "live.js" ? built.names.live : name);
      asked.push(file?.name ?? "none");
      await route.fulfill({
        body: file?.text ?? "",
        contentType: "text/javascript",
        status: file ? 200 : 404,
      });
    });
    await page.goto(world.url);
    await page.fill("#url", "wais://h.example/db?words");
    await page.getByRole("rowheader", { name: "database" }).waitFor();
    expect(asked.some((name) => /^scheme-wais-.{8}\.js$/.test(name))).toBe(true);
    expect(asked.some((name) => /^scheme-ftp-/.test(name))).toBe(false);
    expect(seen.complaints).toEqual([]);
  });
});

describe("without script", () => {
  it("explains a URL on the server, and opens it with a link", async () => {
    await using seen = await openPage(browser, world.url, { javaScriptEnabled: false });
    const { page } = seen;
    await page.fill("#url", `${world.gopher}/`);
    await page.getByRole("button", { name: "Explain" }).click();
    expect(await page.locator(".url code").textContent()).toBe(`${world.gopher}/`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("The anatomy of a URL");
    await page.getByRole("link", { name: /^Open ?:/ }).click();
    expect(page.url()).toBe(world.at(`${world.gopher}/`));
  });

  it("opens a URL with the button", async () => {
    await using seen = await openPage(browser, world.url, { javaScriptEnabled: false });
    await seen.page.fill("#url", `${world.ftp}/poems/`);
    await seen.page.keyboard.press("Enter");
    await seen.page.waitForURL(world.at(`${world.ftp}/poems/`));
    await seen.page.getByRole("link", { name: "tide.txt" }).click();
    await seen.page.locator("pre.text").waitFor();
  });
});
