/** Creates the images of docs/gateway: `node --conditions=anyurl-source tools/browser/gateway-screenshots.ts`. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright";
import { openBrowser, openPage } from "./gateway-browser.ts";
import { openGatewayWorld } from "./gateway-world.ts";

const TO = join(import.meta.dirname, "../../docs/gateway");
await mkdir(TO, { recursive: true });
await using world = await openGatewayWorld([2121, 7070, 1119, 8210, 1525]);
const browser = await openBrowser();

const DESK: BrowserContextOptions = { viewport: { width: 1000, height: 900 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 720 }, deviceScaleFactor: 2 };
const LIGHT: BrowserContextOptions = { colorScheme: "light" };
const DARK: BrowserContextOptions = { colorScheme: "dark" };

/** Takes a screenshot of a window. Types the URL before, if one is given. */
async function picture(
  name: string,
  url: string,
  options: BrowserContextOptions,
  typed?: string,
): Promise<void> {
  await using seen = await openPage(browser, url, options);
  const { page } = seen;
  if (typed !== undefined) {
    await page.fill("#url", typed);
    await page.locator(".url code", { hasText: typed }).waitFor();
  }
  await page.screenshot({ path: join(TO, `${name}.png`), animations: "disabled", caret: "hide" });
}

await picture(
  "home",
  world.url,
  { ...DESK, ...LIGHT },
  "ftp://ftp.example/%2Fetc/pub/gr%C3%BC%C3%9Fe.txt;type=a",
);
await picture("home-dark", world.url, { ...DESK, ...DARK }, "gopher://gopher.example/7/find%09blue whale");
await picture("directory", world.at(`${world.ftp}/`), { ...DESK, ...LIGHT });
await picture("menu-dark", world.at(`${world.gopher}/`), { ...DESK, ...DARK });
await picture("document", world.at(`${world.ftp}/how-to-read-a-url.txt`), { ...DESK, ...LIGHT });
await picture("newsgroup", world.at(`${world.news}/local.harbour`), { ...DESK, ...LIGHT });
await picture("failure-dark", world.at(`${world.ftp}/pub/nowhere.txt`), {
  ...DARK,
  viewport: { width: 1000, height: 560 },
});
await picture("phone", world.url, { ...PHONE, ...LIGHT }, "news:local.harbour");
await picture("phone-menu-dark", world.at(`${world.gopher}/`), { ...PHONE, ...DARK });
await browser.close();
if (world.faults.length > 0) throw new AggregateError(world.faults, "internal gateway error");
