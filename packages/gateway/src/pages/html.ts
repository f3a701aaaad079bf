import { displayText } from "@anyurl/core";
import { html as escaping, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup that {@link html} created. */
export type Html = HtmlEscapedString;

/** A value in a template. `undefined` and `false` render nothing. */
export type TemplateValue = string | number | false | undefined | Html | readonly TemplateValue[];

/**
 * Renders a template. Sanitizes every text (controls, bidi and invisible characters are shown as escapes), then escapes
 * it, between tags and in attributes, which are always quoted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  return escaping(strings, ...values.map(sanitize)) as Html;
}

/** Renders text with several lines: keeps LF, CR LF and HT. */
export function escapeLines(text: string): Html {
  return escaping`${displayText(text.replaceAll("\r\n", "\n"), { lines: true })}` as Html;
}

/** Renders text that the browser sends back, such as form values: escaped, but not sanitized. */
export function escapeVerbatim(text: string): Html {
  // Browsers read a bare CR in a page as LF.
  return raw(String(escaping`${text}`).replaceAll("\r", "&#13;")) as Html;
}

/** Sanitizes strings. Markup stays unchanged. */
function sanitize(value: TemplateValue): unknown {
  if (typeof value === "string") return displayText(value);
  return Array.isArray(value) ? value.map(sanitize) : value;
}

/** Is it a path of this gateway? Visible ASCII that begins with one "/", so that no browser finds a host or scheme. */
export function isPath(href: string): boolean {
  return /^\/(?![/\\])[!-~]*$/.test(href);
}

/** Is it an external URL that browsers open themselves? */
export function isWeb(href: string): boolean {
  return /^https?:\/\/[!-~]+$/i.test(href);
}

/** Is it a contact URL? */
export function isContact(href: string): boolean {
  return isWeb(href) || /^mailto:[!-~]+$/i.test(href);
}
