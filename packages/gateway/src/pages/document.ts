import type { ShownDocument, ShownSpan } from "../view.ts";
import { brokenOff } from "./failure.ts";
import { html, isPath, lines } from "./html.ts";
import { factList, heading, pageEnd, pageStart } from "./layout.ts";

/** A text, piece by piece, with links where its stretches have them. Ends as a listing does when it breaks off. */
export async function* documentPage(document: ShownDocument): AsyncGenerator<string, void, void> {
  const { frame, facts, text, failureOf } = document;
  // The first line end behind a <pre> is not part of it.
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
