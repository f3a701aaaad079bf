import type { Problem } from "@anyurl/core";
import type { DisplayRun, ExplainedPart, Explanation } from "@anyurl/core/explain";
import { toDisplayOffset } from "@anyurl/core/explain";
import { type Html, html } from "../html.ts";
import { say } from "../language.ts";

/** Number of part colors in the style sheet. They repeat after that. */
const PART_COLORS = 7;

/**
 * Renders the URL with a bracket and a number below each part. The table repeats the numbers, so color is not the only
 * distinction. The style sheet adds the numbers, so copied or spoken text is only the URL.
 */
export function renderUrlLine({ parts }: Explanation): Html {
  let count = 0;
  const spans = parts.map((part) => {
    if (part.kind !== "component") return html`<span class="delimiter">${part.raw}</span>`;
    const colour = partColor(count++);
    return html`<span class="part ${colour}" title="${partTitle(part)}">${part.raw}</span>`;
  });
  return html`<p class="url"><code dir="ltr" translate="no">${spans}</code></p>
`;
}

/** Renders an invalid URL with its errors marked. */
export function renderInvalidLine(parts: readonly DisplayRun[], problems: readonly Problem[]): Html {
  const text = parts.map(({ raw }) => raw).join("");
  const errors = problems.filter(({ severity }) => severity === "error");
  const marked: Html[] = [];
  let at = 0;
  for (const { start, end } of errors) {
    const from = toDisplayOffset(parts, start);
    const to = toDisplayOffset(parts, end);
    if (from < at) continue;
    marked.push(html`${text.slice(at, from)}${renderMark(text.slice(from, to))}`);
    at = to;
  }
  return html`<p class="url"><code dir="ltr" translate="no">${marked}${text.slice(at)}</code></p>
`;
}

/** Marks a range. An empty range shows where something is missing. */
export function renderMark(text: string): Html {
  return text === "" ? html`<mark class="gap"></mark>` : html`<mark>${text}</mark>`;
}

export function partColor(index: number): string {
  return `p${index % PART_COLORS}`;
}

function partTitle({ name, secret, value, raw, meaning }: ExplainedPart): string {
  return `${name}${secret || value === raw ? "" : ` "${value}"`}: ${say(meaning)}`;
}
