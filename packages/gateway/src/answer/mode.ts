import { negotiateType } from "@anyurl/client/front";
import type { GatewayRequest } from "../guard/index.ts";
import type { FormatName } from "../paths.ts";

/**
 * The format of a response. "html": pages for browsers. "json", "lines" (one JSON text per line), "text": listings as
 * data. "raw": the bytes of a document; for a listing JSON.
 */
export type Mode = FormatName;

const MODE_BY_TYPE: ReadonlyMap<string, Mode> = new Map([
  ["application/json", "json"],
  ["application/problem+json", "json"],
  ["text/html", "html"],
  ["application/xhtml+xml", "html"],
  ["application/x-ndjson", "lines"],
  ["application/jsonl", "lines"],
  ["text/plain", "text"],
]);

/** Selects the format by the prefix of the path, or else by `Accept`. */
export function negotiateMode({ request, requestUrl: { form } }: GatewayRequest): {
  readonly mode: Mode;
  readonly negotiated: boolean;
} {
  if (form !== undefined) return { mode: form, negotiated: false };
  return { mode: selectMode(request.headers.get("accept")), negotiated: true };
}

/** Negotiates the format by `Accept`: a page if it names text/html, data if it accepts any type. */
export function selectMode(accept: string | null): Mode {
  const offers = [...MODE_BY_TYPE.keys()] as [string, ...string[]];
  return MODE_BY_TYPE.get(
    negotiateType(accept === null ? null : accept.slice(0, MAX_ACCEPT_LENGTH), offers),
  )!;
}

/** Maximum length of the field that is parsed, in characters. */
const MAX_ACCEPT_LENGTH = 4096;

export const MEDIA_TYPE: Readonly<Record<Mode, string>> = {
  html: "text/html; charset=utf-8",
  json: "application/json",
  lines: "application/x-ndjson",
  text: "text/plain; charset=utf-8",
  raw: "application/json",
};
