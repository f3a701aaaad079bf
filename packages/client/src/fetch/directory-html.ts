import { displayText, type Entry, type Registry, redact } from "@anyurl/core";
import type { Rendering } from "./rendering.ts";

/** A page with one line for each entry. All text in it is a stranger's: it is shown, and never markup. */
export function renderHtml(url: string, registry: Registry): Rendering {
  const title = escaped(url);
  return {
    head:
      '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n' +
      `<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n<ul>\n`,
    entry: (entry) => `<li>${itemOf(entry, registry)}</li>\n`,
    foot: "</ul>\n</body>\n</html>\n",
  };
}

function itemOf({ name, kind, url, size, modified, unsafe }: Entry, registry: Registry): string {
  const shown = escaped(name === "" && kind !== "information" ? "(no name)" : name);
  const isLink = url !== undefined && mayLink(url, registry);
  const said = [
    ...(kind === "information" || kind === "file" ? [] : [kind]),
    ...(size === undefined ? [] : [size === 1 ? "1 octet" : `${size} octets`]),
    ...(modified === undefined || Number.isNaN(modified.getTime()) ? [] : [modified.toISOString()]),
    ...(url === undefined || isLink ? [] : [redact(url)]),
    ...(unsafe === undefined ? [] : [unsafe]),
  ];
  const item = isLink ? `<a href="${escaped(url)}" rel="noreferrer">${shown}</a>` : shown;
  return said.length === 0 ? item : `${item} (${escaped(said.join(", "))})`;
}

/** Schemes that act on the page itself or on the reader's machine: no stranger's link leads there. */
const NEVER_LINKED: ReadonlySet<string> = new Set([
  ...["javascript", "vbscript", "data", "blob", "filesystem", "file", "about", "view-source"],
]);

/** Warnings of a URL that is not opened. */
const OBSTACLES: ReadonlySet<string> = new Set(["control-octet", "ambiguous-authority"]);

/** A URL of a scheme that is known here, which could be opened, and which gives no password away. */
function mayLink(text: string, registry: Registry): boolean {
  const result = registry.tryParse(text);
  if (!result.ok) return false;
  const { scheme, password } = result.url;
  return (
    registry.scheme(scheme) !== undefined &&
    !NEVER_LINKED.has(scheme) &&
    password === undefined &&
    redact(text) === text &&
    !result.problems.some(({ code }) => OBSTACLES.has(code))
  );
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Text for an element or an attribute in quotes. */
function escaped(text: string): string {
  return displayText(text).replace(/[&<>"']/g, (char) => ENTITIES.get(char)!);
}
