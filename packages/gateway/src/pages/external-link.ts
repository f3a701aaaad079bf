import { redact } from "@anyurl/core";
import type { ExternalLinkView } from "../views.ts";
import { html, isPath, isWeb } from "./html.ts";
import { say } from "./language.ts";
import { renderFacts, renderHeading, renderPage } from "./layout.ts";

/** Renders the page that shows an external target first. `forms` of the frame are other ways to open it. */
export function externalLinkPage({ frame, target, href, facts, note }: ExternalLinkView): string {
  const isLink = href !== undefined && isWeb(href);
  const ways = (frame.formats ?? []).filter((form) => isPath(form.href));
  return renderPage(
    frame,
    () => html`${renderHeading({ title: frame.title, breadcrumbs: [] })}<p class="lead">${say("You are leaving the gateway for another site.")}</p>
<p class="away"><code dir="ltr" translate="no">${redact(target)}</code></p>
${renderFacts(facts)}${note !== undefined && html`<p class="note">${say(note)}</p>\n`}${!isLink && html`<p class="hint">${say("Browsers cannot open this URL.")}</p>\n`}<p class="ways">
${isLink && html`<a class="button" href="${href}" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer">${say("Continue")}</a>\n`}${ways.map((way) => html`<a href="${way.href}">${say(way.text)}</a>\n`)}</p>
`,
  );
}
