import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright";
import { ARGS, CHROMIUM } from "./chromium.ts";

/** Milliseconds. */
const PATIENCE = 10_000;

/** @param args further ones for Chromium. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...args] });
}

/** A page, and what its browser complained of: errors of scripts, and what a content policy has refused. */
export interface Seen extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Requests that went anywhere but to the gateway. */
  readonly elsewhere: readonly string[];
}

/**
 * A page whose sandbox is left off, so that tools can measure it: scripts are off in every page but the home page, the
 * tools' own too. Everything else of the page is as it is served.
 */
export async function openMeasured(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Seen> {
  return openPage(browser, url, options, async (context) => {
    await context.route("**/*", async (route) => {
      const response = await route.fetch({ maxRedirects: 0 });
      const { "content-security-policy": _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
  });
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  prepare: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<Seen> {
  const context: BrowserContext = await browser.newContext(options);
  await prepare(context);
  // All of it is on this machine: what takes longer does not come.
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => void complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${new URL(url).origin}/`)) elsewhere.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, elsewhere, [Symbol.asyncDispose]: () => context.close() };
}

let axe: Promise<string> | undefined;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe finds wrong with a page, each as one line. All of its rules: WCAG 2.2 A and AA, and best practices. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // In the tool's own world: the page's content policy holds for the page, and its script sees nothing of this.
  await page.evaluate(await axe);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(): Promise<{
          readonly violations: readonly Violation[];
          readonly incomplete: readonly Violation[];
        }>;
      };
    };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`),
  );
}

/** CSS pixels by which a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
