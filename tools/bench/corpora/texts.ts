import { readFileSync } from "node:fs";
import { realWeb } from "./real-web.ts";
import { tenSchemes } from "./ten-schemes.ts";

const rfc = (name: string): string => readFileSync(new URL(`${name}.txt`, import.meta.url), "latin1");

/** RFCs about URLs: a URL, or something like one, on every other line. */
export const rfcText = (): readonly string[] => [rfc("rfc1738"), rfc("rfc3986")];

/** Prose with a URL in every 1,000 characters. */
export function sparseText(): readonly string[] {
  const prose = rfcText()
    .flatMap((text) => text.split("\n"))
    .filter((line) => !/:\/\/|URL:|www\.|@/i.test(line))
    .join("\n");
  const urls = realWeb(10_000);
  let text = "";
  for (let i = 0; (i + 1) * 950 < prose.length; i++)
    text += `${prose.slice(i * 950, (i + 1) * 950)} ${urls[i]} `;
  return [text];
}

/** A list of URLs with little between them. */
export function denseText(): readonly string[] {
  const urls = realWeb(2_000).map((url) => url.replace(/[.,;:!?)]+$/, ""));
  return [urls.map((url) => `see ${url}, `).join("")];
}

/** Prose with a URL every 60 characters or so, of each scheme that linkify-it also finds. */
export function mixedText(): readonly string[] {
  const urls = tenSchemes(2_000, ["ftp", "http", "gopher", "mailto", "news", "telnet"]);
  return [urls.map((url) => `see ${url.replace(/[.,;:!?*)]+$/, "")}, `).join("")];
}
