import type { ShownAbout } from "../view.ts";
import { type Html, html, isContact } from "./html.ts";
import { factList, heading, page } from "./layout.ts";

/** What the gateway does, what it refuses, and who runs it. */
export function aboutPage({ frame, opened, read, limits }: ShownAbout): string {
  const { contact } = frame;
  const who = contact !== undefined && isContact(contact);
  return page(
    frame,
    html`${heading(frame)}<p class="lead">RFC 1738 asked for gateways to what a browser does not speak. This is one: it opens a URL where it leads, and shows what is there as a web page.</p>
<h2>Schemes</h2>
<dl class="facts">
<div><dt>Opened here</dt><dd>${schemes(opened)}</dd></div>
${
  read.length > 0 &&
  html`<div><dt>Explained only</dt><dd>${schemes(read)}</dd></div>
`
}</dl>
<h2>What it does not do</h2>
<ul>
<li>It logs in nowhere: a URL with a user or a password is refused.</li>
<li>It writes nothing, and sends no mail.</li>
<li>It reaches public addresses and the ports of their protocols, and nothing else, unless whoever runs it has said so.</li>
<li>It runs nobody’s scripts: a document of a server is shown, and cannot act.</li>
</ul>
${
  limits !== undefined &&
  limits.length > 0 &&
  html`<h2>Limits</h2>
${factList(limits)}`
}<h2>Other forms</h2>
<p>A program that asks for <code>application/json</code> or <code>text/plain</code> gets the same listings as data. A range of a file is given to whoever asks for one.</p>
<h2>Who runs it</h2>
<p>${who ? html`Complaints, and wishes not to be reached by it: <a href="${contact}" rel="noreferrer">${contact}</a>.` : "Whoever runs it has left no address."}</p>
`,
  );
}

function schemes(names: readonly string[]): Html {
  return html`${names.map((name, i) => html`${i > 0 && ", "}<code>${name}</code>`)}`;
}
