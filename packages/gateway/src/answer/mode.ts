import { preferred } from "@anyurl/client";

/**
 * How something is answered. "html": pages for people. "json", "lines" (a JSON text on each line), "text": listings as
 * data. "raw": the octets of a document; of a listing JSON.
 */
export type Mode = "html" | "json" | "lines" | "text" | "raw";

const TYPES: ReadonlyMap<string, Mode> = new Map([
  ["application/json", "json"],
  ["application/problem+json", "json"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["application/x-ndjson", "lines"],
  ["application/jsonl", "lines"],
  ["text/plain", "text"],
]);

/** What `Accept` prefers: a page for whoever names text/html, data where any type will do. */
export function modeOf(accept: string | null): Mode {
  const offers = [...TYPES.keys()] as [string, ...string[]];
  return TYPES.get(preferred(accept === null ? null : accept.slice(0, MAX_ACCEPT), offers))!;
}

/** Characters of the field that are read. */
const MAX_ACCEPT = 4096;

export const MEDIA_TYPE: Readonly<Record<Mode, string>> = {
  html: "text/html; charset=utf-8",
  json: "application/json",
  lines: "application/x-ndjson",
  text: "text/plain; charset=utf-8",
  raw: "application/json",
};
