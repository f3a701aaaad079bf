import { displayText } from "../operations/display.ts";
import { escapeMarkup } from "../operations/escape-markup.ts";
import type { Problem } from "../syntax/problems.ts";
import {
  type DisplayRun,
  type ExplainedEscape,
  type ExplainedPart,
  type Explanation,
  type RejectedText,
  toDisplayOffset,
} from "./explanation.ts";
import { truncateToWidth } from "./terminal-text.ts";

/** Maximum length of the label: a screen reader reads it aloud. */
const MAX_LABEL_COLUMNS = 200;

/**
 * Renders an explanation as an HTML fragment: a figure with the URL in spans, one for each part, and a list of their
 * meanings. It has no styles and no scripts; style it through `data-part`, `data-kind`, and `data-escape`.
 */
export function toHtml(found: Explanation | RejectedText): string {
  const label = `${found.ok ? "The parts of" : "Problems of"} ${truncateToWidth(displayText(found.url), MAX_LABEL_COLUMNS)}`;
  const lines = found.ok
    ? [code(found.parts.map(partSpan)), list(found.parts, found.implied)]
    : [code(found.parts.map(({ raw }) => text(raw)))];
  if (found.problems.length > 0) lines.push(problemList(found.parts, found.problems));
  return `<figure class="anyurl" aria-label="${text(label)}">\n${lines.join("\n")}\n</figure>\n`;
}

/** A URL is laid out from left to right, whatever the language of the page. */
function code(spans: readonly string[]): string {
  return `<code class="anyurl-url" dir="ltr" translate="no">${spans.join("")}</code>`;
}

function partSpan({ kind, name, start, raw, value, secret, meaning, escapes }: ExplainedPart): string {
  const said =
    kind === "delimiter" ? meaning : `${name}${secret || value === raw ? "" : ` "${value}"`}: ${meaning}`;
  let inner = "";
  let at = 0;
  for (const each of escapes) {
    inner += text(raw.slice(at, each.start - start)) + escapeSpan(each);
    at = each.end - start;
  }
  const open = `<span data-part="${text(name)}" data-kind="${kind}" title="${text(said)}">`;
  return `${open}${inner}${text(raw.slice(at))}</span>`;
}

function escapeSpan({ raw, meaning }: ExplainedEscape): string {
  return `<span data-escape title="${text(meaning)}">${text(raw)}</span>`;
}

function list(parts: readonly ExplainedPart[], implied: readonly ExplainedPart[]): string {
  return `<dl>\n${[...parts, ...implied].map(entry).join("\n")}\n</dl>`;
}

function entry({ kind, name, raw, value, meaning, cite, escapes }: ExplainedPart): string {
  const term = kind === "delimiter" ? `<code>${text(raw)}</code>` : text(name);
  const shown =
    kind === "delimiter" ? "" : `${value === "" ? "(empty)" : `<code><bdi>${text(value)}</bdi></code>`} `;
  const inner = escapes.map(
    (each) => `<li><code>${text(each.raw)}</code> ${text(each.meaning)} <cite>${text(each.cite)}</cite></li>`,
  );
  const escaped = kind === "delimiter" || inner.length === 0 ? "" : `<ul>${inner.join("")}</ul>`;
  const rule = `<cite>${text(cite)}</cite>`;
  const what = `${shown}${text(meaning)}${kind === "implied" ? ", not written" : ""}`;
  return `<div data-part="${text(name)}" data-kind="${kind}"><dt>${term}</dt><dd>${what} ${rule}${escaped}</dd></div>`;
}

function problemList(parts: readonly DisplayRun[], problems: readonly Problem[]): string {
  const items = problems.map(({ severity, code: name, message, start, end, hint, cite }) => {
    const place = `<code dir="ltr">${text(textBetween(parts, start, end))}</code>`;
    const cure = hint === undefined ? "" : ` ${text(hint)}`;
    const head = `<strong>${severity} ${text(name)}</strong>`;
    return `<li data-severity="${severity}">${head} ${place} ${text(message)} <cite>${text(cite)}</cite>${cure}</li>`;
  });
  return `<ul class="anyurl-problems">\n${items.join("\n")}\n</ul>`;
}

/** Returns the displayed text of [start, end) of the real text. */
function textBetween(parts: readonly DisplayRun[], start: number, end: number): string {
  return parts
    .map(({ raw }) => raw)
    .join("")
    .slice(toDisplayOffset(parts, start), toDisplayOffset(parts, end));
}

/** Escapes text for an element or an attribute: without markup, and without invisible control characters. */
function text(shown: string): string {
  return escapeMarkup(displayText(shown));
}
