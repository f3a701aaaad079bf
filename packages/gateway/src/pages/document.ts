import type { DocumentView, TextSpan } from "../views.ts";
import { truncatedNotice } from "./failure.ts";
import { escapeLines, html, isPath } from "./html.ts";
import { renderIn, say } from "./language.ts";
import { renderFacts, renderHeading, renderPageEnd, renderPageStart } from "./layout.ts";

/** Renders a text in chunks, with links. Reports an error at its end, as a listing does. */
export async function* documentPage(document: DocumentView): AsyncGenerator<string, void, void> {
  const { frame, facts, text, toFailure } = document;
  // Browsers ignore a line end directly after <pre>.
  const rendered = (render: () => string): string => renderIn(frame.language, render);
  yield rendered(
    () => `${renderPageStart(frame)}${renderHeading(frame)}${renderFacts(facts)}<pre class="text">\n`,
  );
  try {
    for await (const spans of text) yield rendered(() => spans.map(renderSpan).join(""));
  } catch (error) {
    yield rendered(() => `</pre>\n${truncatedNotice(toFailure(error))}${renderPageEnd(frame)}`);
    return;
  }
  yield rendered(() => `</pre>\n${renderPageEnd(frame)}`);
}

function renderSpan({ text, href, leaves }: TextSpan): string {
  if (href === undefined || !isPath(href)) return escapeLines(text).toString();
  if (leaves !== true) return html`<a href="${href}">${escapeLines(text)}</a>`.toString();
  return html`<a class="leaves" href="${href}">${escapeLines(text)}<span class="unseen"> (${say("external link")})</span></a>`.toString();
}
