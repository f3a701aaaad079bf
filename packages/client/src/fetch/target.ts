import type { Url } from "@anyurl/core";

/** The input of `fetch`. URL objects of any library work, because they have an `href`. */
export type Target = string | URL | Url | Request;

/** Does the text name a URL of HTTP? */
export function isHttpText(text: string): boolean {
  return /^https?:/i.test(text);
}

/** The text of a target. What the platform has parsed can have characters that RFC 3986 does not allow. */
export function targetText(input: Target): string {
  if (typeof input === "string") return input;
  const text = "href" in input ? input.href : input.url;
  if (!isHttpText(text) || "parts" in input) return text;
  const pathStart = text.indexOf("/", text.indexOf("//") + 2);
  return pathStart < 0
    ? text
    : text.slice(0, pathStart) + text.slice(pathStart).replace(ILLEGAL, encodeURIComponent);
}

const ILLEGAL = /["<>[\\\]^`{|}]/g;
