import { displayText, type Entry, escapeMarkup, type Registry, redact } from "@anyurl/core";
import { findObstacle } from "../call/target.ts";
import type { ListingWriter } from "../front/serve-resource.ts";

/**
 * Creates a page with one line for each entry. All text in it comes from the server: it is escaped, and never used as
 * markup.
 */
export function createHtmlWriter(url: string, registry: Registry): ListingWriter<Entry> {
  const title = escaped(url);
  return {
    head:
      '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n' +
      `<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n<ul>\n`,
    entry: (entry) => `<li>${formatItem(entry, registry)}</li>\n`,
    foot: () => "</ul>\n</body>\n</html>\n",
  };
}

function formatItem({ name, kind, url, size, modified, unsafe }: Entry, registry: Registry): string {
  const shown = escaped(name === "" && kind !== "information" ? "(no name)" : name);
  const isLink = url !== undefined && mayLink(url, registry);
  const said = [
    ...(kind === "information" || kind === "file" ? [] : [kind]),
    ...(size === undefined ? [] : [size === 1 ? "1 byte" : `${size} bytes`]),
    ...(modified === undefined || Number.isNaN(modified.getTime()) ? [] : [modified.toISOString()]),
    ...(url === undefined || isLink ? [] : [redact(url)]),
    ...(unsafe === undefined ? [] : [unsafe]),
  ];
  const item = isLink ? `<a href="${escaped(url)}" rel="noreferrer">${shown}</a>` : shown;
  return said.length === 0 ? item : `${item} (${escaped(said.join(", "))})`;
}

/** Schemes that act on the page itself or on the user's machine. A server's link never uses them. */
const NEVER_LINKED: ReadonlySet<string> = new Set([
  ...["javascript", "vbscript", "data", "blob", "filesystem", "file", "about", "view-source"],
]);

/** Checks that a URL has a known scheme, can be opened, and does not contain a password. */
function mayLink(text: string, registry: Registry): boolean {
  const result = registry.tryParse(text);
  if (!result.ok) return false;
  const { scheme, password } = result.url;
  return (
    registry.scheme(scheme) !== undefined &&
    !NEVER_LINKED.has(scheme) &&
    password === undefined &&
    redact(text) === text &&
    findObstacle(result.problems) === undefined
  );
}

/** Escapes text for an element or a quoted attribute. */
function escaped(text: string): string {
  return escapeMarkup(displayText(text));
}
