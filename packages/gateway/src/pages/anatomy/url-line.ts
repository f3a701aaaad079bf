import type { Problem } from "@anyurl/core";
import type { ExplainedPart, Explanation, Piece } from "@anyurl/core/explain";
import { shownAt } from "@anyurl/core/explain";
import { type Html, html } from "../html.ts";

/** How many colours the style sheet has for parts; then they begin again. */
const COLOURS = 7;

/**
 * The URL with a bracket and a number below each part, which the table has again: so no part is told by its colour
 * alone. Numbers are drawn by the style sheet: whoever copies the line, or hears it, gets the URL.
 */
export function urlLine({ parts }: Explanation): Html {
  let count = 0;
  const spans = parts.map((part) => {
    if (part.kind !== "component") return html`<span class="delimiter">${part.raw}</span>`;
    const colour = colourOf(count++);
    return html`<span class="part ${colour}" title="${titleOf(part)}">${part.raw}</span>`;
  });
  return html`<p class="url"><code dir="ltr" translate="no">${spans}</code></p>
`;
}

/** The text that is no URL, with its wrong places marked. */
export function refusedLine(parts: readonly Piece[], problems: readonly Problem[]): Html {
  const text = parts.map(({ raw }) => raw).join("");
  const errors = problems.filter(({ severity }) => severity === "error");
  const marked: Html[] = [];
  let at = 0;
  for (const { start, end } of errors) {
    const from = shownAt(parts, start);
    const to = shownAt(parts, end);
    if (from < at) continue;
    marked.push(html`${text.slice(at, from)}${markOf(text.slice(from, to))}`);
    at = to;
  }
  return html`<p class="url"><code dir="ltr" translate="no">${marked}${text.slice(at)}</code></p>
`;
}

/** A marked stretch; of no length, it is a place where something is missing. */
export function markOf(text: string): Html {
  return text === "" ? html`<mark class="gap"></mark>` : html`<mark>${text}</mark>`;
}

export function colourOf(index: number): string {
  return `p${index % COLOURS}`;
}

function titleOf({ name, secret, value, raw, meaning }: ExplainedPart): string {
  return `${name}${secret || value === raw ? "" : ` "${value}"`}: ${meaning}`;
}
