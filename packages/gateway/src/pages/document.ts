import type { DocumentView, TextSpan } from "../views.ts";
import { truncatedNotice } from "./failure.ts";
import { escapeLines, html, isPath } from "./html.ts";
import { renderFacts, renderHeading, renderPageEnd, renderPageStart } from "./layout.ts";

/** Renders a text in chunks, with links. Reports an error at its end, as a listing does. */
export async function* documentPage(document: DocumentView): AsyncGenerator<string, void, void> {
  const { frame, facts, text, toFailure } = document;
  // Browsers ignore a line end directly after <pre>.
  yield `${renderPageStart(frame)}${renderHeading(frame)}${renderFacts(facts)}<pre class="text">\n`;
  try {
    for await (const spans of text) yield spans.map(renderSpan).join("");
  } catch (error) {
    yield `</pre>\n${truncatedNotice(toFailure(error))}${renderPageEnd(frame)}`;
    return;
  }
  yield `</pre>\n${renderPageEnd(frame)}`;
}

function renderSpan({ text, href, leaves }: TextSpan): string {
  if (href === undefined || !isPath(href)) return escapeLines(text).toString();
  if (leaves !== true) return html`<a href="${href}">${escapeLines(text)}</a>`.toString();
  return html`<a class="leaves" href="${href}">${escapeLines(text)}<span class="unseen"> (external link)</span></a>`.toString();
}
