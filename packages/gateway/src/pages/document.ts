import type { ShownDocument, ShownSpan } from "../views.ts";
import { brokenOff } from "./failure.ts";
import { html, isPath, lines } from "./html.ts";
import { factList, heading, pageEnd, pageStart } from "./layout.ts";

/** Renders a text in chunks, with links. Reports an error at its end, as a listing does. */
export async function* documentPage(document: ShownDocument): AsyncGenerator<string, void, void> {
  const { frame, facts, text, failureOf } = document;
  // Browsers ignore a line end directly after <pre>.
  yield `${pageStart(frame)}${heading(frame)}${factList(facts)}<pre class="text">\n`;
  try {
    for await (const spans of text) yield spans.map(spanOf).join("");
  } catch (error) {
    yield `</pre>\n${brokenOff(failureOf(error))}${pageEnd(frame)}`;
    return;
  }
  yield `</pre>\n${pageEnd(frame)}`;
}

function spanOf({ text, href, leaves }: ShownSpan): string {
  if (href === undefined || !isPath(href)) return lines(text).toString();
  if (leaves !== true) return html`<a href="${href}">${lines(text)}</a>`.toString();
  return html`<a class="leaves" href="${href}">${lines(text)}<span class="unseen"> (external link)</span></a>`.toString();
}
