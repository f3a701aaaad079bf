import type { Problem } from "@anyurl/core";
import { type DisplayRun, toDisplayOffset } from "@anyurl/core/explain";
import { type Html, html } from "../html.ts";
import { say, sayError } from "../language.ts";
import type { InputExplanation } from "./explain-input.ts";
import { renderMark } from "./url-line.ts";

/** Maximum number of problems that are listed for one grammar. */
const MAX_PROBLEMS = 12;
/** Number of characters that are shown before and after a marked range. */
const CONTEXT_CHARS = 24;

/** Renders the problems with range, rule and hint: first those of RFC 3986, then those of RFC 1738 only. */
export function renderProblems({ found, rfc1738 }: InputExplanation): Html {
  if (found.problems.length + rfc1738.problems.length === 0) return html``;
  return html`<section class="problems" aria-labelledby="problems">
<h3 id="problems">${say("Problems")}</h3>
${renderProblemList(found.parts, found.problems)}${
  rfc1738.problems.length > 0 &&
  html`<h4>${say("RFC 1738 only")}</h4>
${renderProblemList(found.parts, rfc1738.problems)}`
}</section>
`;
}

function renderProblemList(parts: readonly DisplayRun[], problems: readonly Problem[]): Html {
  if (problems.length === 0) return html``;
  const rest = problems.length - MAX_PROBLEMS;
  return html`<ul>
${problems.slice(0, MAX_PROBLEMS).map((each) => renderProblem(parts, each))}${
  rest > 0 &&
  html`<li>${say(`and ${rest} more`)}</li>
`
}</ul>
`;
}

function renderProblem(
  parts: readonly DisplayRun[],
  { severity, code, message, start, end, hint, cite }: Problem,
): Html {
  return html`<li class="${severity}"><p><strong class="severity">${say(severity)}</strong> <code>${code}</code> ${sayError(code, message)} <span class="rule">${cite}</span></p>
${renderProblemRange(parts, start, end)}${
  hint !== undefined &&
  html`<p class="hint"><strong>${say("Try this:")}</strong> ${say(hint)}</p>
`
}</li>
`;
}

/** Renders the marked range with the text around it. */
function renderProblemRange(parts: readonly DisplayRun[], start: number, end: number): Html {
  const text = parts.map(({ raw }) => raw).join("");
  const from = toDisplayOffset(parts, start);
  const to = Math.max(from, toDisplayOffset(parts, end));
  const first = Math.max(0, from - CONTEXT_CHARS);
  const last = Math.min(text.length, to + CONTEXT_CHARS);
  const stop = Math.min(to, from + 3 * CONTEXT_CHARS);
  return html`<p class="place"><code dir="ltr" translate="no">${first > 0 && "…"}${text.slice(first, from)}${renderMark(text.slice(from, stop))}${stop < to ? "…" : text.slice(to, last)}${last < text.length && "…"}</code></p>
`;
}
