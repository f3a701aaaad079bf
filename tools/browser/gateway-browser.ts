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

/** @param args additional arguments for Chromium. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: [...ARGS, ...args] });
}

/** A page, and the errors of its browser: script errors, and violations of the content policy. */
export interface Seen extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Requests to other origins than the gateway. */
  readonly elsewhere: readonly string[];
}

/**
 * Opens a page without its sandbox, so that tools can measure it: except on the home page the sandbox disables all
 * scripts, including those of the tools. Everything else of the page is unchanged.
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
  // Everything runs on this machine, so a longer wait cannot succeed.
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

/**
 * Returns the problems that axe finds in a page, one line each. It uses all rules: WCAG 2.2 A and AA, and best
 * practices.
 */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Runs in an isolated world, where the content policy of the page does not apply, and which its scripts cannot see.
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

/** Returns by how many CSS pixels a page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}
