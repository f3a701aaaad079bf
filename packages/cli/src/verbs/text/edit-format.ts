import { getQuery } from "@anyurl/core/edit";
import { decodeText, displayText, readQuery, redact, type Url } from "anyurl";
import { InvalidArgumentError } from "commander";
import { isComponent } from "./edit-changes.ts";

/** Formats a URL for printing. */
export type UrlFormat = (url: Url) => string;

/** A field in braces, an escape sequence, or other text. */
const TOKEN = /\{([^{}]*)\}|\\([\\{}nrt])|[^{\\]+|[{\\]/gy;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * Parses a format such as "{host}\t{query:id}". A field that is absent is empty, and the text of a URL cannot write a
 * control character.
 *
 * @throws {InvalidArgumentError} unknown field.
 */
export function parseFormat(text: string): UrlFormat {
  const pieces = [...text.matchAll(TOKEN)].map(([whole, field, escaped]): UrlFormat => {
    if (field !== undefined) return parseField(field);
    const literal = escaped === undefined ? whole : (ESCAPED[escaped] ?? escaped);
    return () => literal;
  });
  return (url) => pieces.map((piece) => piece(url)).join("");
}

function parseField(field: string): UrlFormat {
  if (field === "url") return (url) => displayText(redact(url.href));
  const [, key, name = ""] = /^(query|query-all):(.*)$/s.exec(field) ?? [];
  if (key === "query") return (url) => displayText(getQuery(url, name) ?? "");
  if (key === "query-all")
    return (url) =>
      displayText(
        readQuery(url.query)
          .getAll(name)
          .map((value) => value ?? "")
          .join(" "),
      );
  const isRaw = field.startsWith(":");
  const component = isRaw ? field.slice(1) : field;
  if (!isComponent(component))
    throw new InvalidArgumentError(
      `Unknown field "{${displayText(field)}}". Expected {url}, a component such as {host} or {:path}, or {query:NAME}.`,
    );
  return (url) => {
    const value = url[component] ?? "";
    if (component === "password" && value !== "") return "***";
    return displayText(isRaw ? value : decodeText(value));
  };
}
