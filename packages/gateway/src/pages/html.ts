import { displayText } from "@anyurl/core";
import { html as escaping, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Markup, made by {@link html} and by nothing else. */
export type Html = HtmlEscapedString;

/** What may stand in a template. `undefined` and `false` leave nothing. */
export type Value = string | number | false | undefined | Html | readonly Value[];

/**
 * A template: every text in it is neutralised (controls, bidi and invisible characters are shown as escapes) and then
 * escaped, between tags and in attributes, which are always quoted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return escaping(strings, ...values.map(neutral)) as Html;
}

/** Text of several lines: LF, CR LF and HT stay what they are. */
export function lines(text: string): Html {
  return escaping`${displayText(text.replaceAll("\r\n", "\n"), { lines: true })}` as Html;
}

/** Text that goes back to where it came from, as a form's values do: escaped, and otherwise as it is. */
export function exact(text: string): Html {
  // A browser reads a bare CR of the page as LF.
  return raw(String(escaping`${text}`).replaceAll("\r", "&#13;")) as Html;
}

/** Markup that was made before goes in as it is; any other text is a stranger's. */
function neutral(value: Value): unknown {
  if (typeof value === "string") return displayText(value);
  return Array.isArray(value) ? value.map(neutral) : value;
}

/**
 * Is it a path of this gateway? Visible ASCII that begins with one "/", so that no browser takes it for a host or for
 * a scheme.
 */
export function isPath(href: string): boolean {
  return /^\/(?![/\\])[!-~]*$/.test(href);
}

/** Does it lead out of the gateway by a scheme that browsers open themselves? */
export function isWeb(href: string): boolean {
  return /^https?:\/\/[!-~]+$/i.test(href);
}

/** Who runs the gateway. */
export function isContact(href: string): boolean {
  return isWeb(href) || /^mailto:[!-~]+$/i.test(href);
}
