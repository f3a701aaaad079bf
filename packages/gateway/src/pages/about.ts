import type { AboutView } from "../views.ts";
import { type Html, html, isContact } from "./html.ts";
import { say } from "./language.ts";
import { renderFacts, renderHeading, renderPage } from "./layout.ts";

/** Renders the page about the gateway: schemes, restrictions, limits, contact. */
export function aboutPage({ frame, opened, read, limits }: AboutView): string {
  const { contact } = frame;
  const who = contact !== undefined && isContact(contact);
  return renderPage(
    frame,
    () => html`${renderHeading(frame)}<p class="lead">${say("This gateway opens URLs of protocols that browsers do not support, and shows the resources as web pages (RFC 1738 §4).")}</p>
<h2>${say("Schemes")}</h2>
<dl class="facts">
<div><dt>${say("Supported")}</dt><dd>${renderSchemes(opened)}</dd></div>
${
  read.length > 0 &&
  html`<div><dt>${say("Explained only")}</dt><dd>${renderSchemes(read)}</dd></div>
`
}</dl>
<h2>${say("Restrictions")}</h2>
<ul>
<li>${say("The gateway does not log in. It rejects URLs with a user name or a password.")}</li>
<li>${say("It is read-only. It writes no files and sends no mail.")}</li>
<li>${say("It connects only to public addresses, on the ports of their protocols, unless the operator allows others.")}</li>
<li>${say("Scripts in documents are disabled.")}</li>
</ul>
${
  limits !== undefined &&
  limits.length > 0 &&
  html`<h2>${say("Limits")}</h2>
${renderFacts(limits)}`
}<h2>${say("Other formats")}</h2>
<p>${say("Programs can request listings as application/json or text/plain. Range requests for files are supported.")}</p>
<h2>${say("Contact")}</h2>
<p>${who ? html`${say("To report abuse, or to exclude your server from this gateway, contact the operator:")} <a href="${contact}" rel="noreferrer">${contact}</a>.` : say("The operator has not published a contact address.")}</p>
`,
  );
}

function renderSchemes(names: readonly string[]): Html {
  return html`${names.map((name, i) => html`${i > 0 && ", "}<code>${name}</code>`)}`;
}
