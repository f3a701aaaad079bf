import { type Registry, redact } from "@anyurl/core";
import type { ExampleView, HomeView } from "../views.ts";
import { explainInput, renderAnatomy } from "./anatomy/index.ts";
import { type Html, html, isPath } from "./html.ts";
import { say } from "./language.ts";
import { renderPage } from "./layout.ts";

/** The URL that is explained while the field is empty. */
const DEFAULT_URL = "ftp://ftp.example/pub/poems/ode.txt;type=a";

/**
 * Renders the home page, which explains and opens URLs. With JavaScript it explains a URL while the user types. Without
 * it, the server explains the URL of `/?url=…`.
 *
 * @param urls parses the text. It has all schemes of the client, also those that the gateway does not open.
 */
export function homePage(home: HomeView, urls: Registry): string {
  const { text = "", examples, contact, opened, language } = home;
  const title = text === "" ? "Enter a URL of any scheme" : "The anatomy of a URL";
  return renderPage(
    { title, breadcrumbs: [], ...(contact !== undefined && { contact }), ...(language && { language }) },
    () => html`<section class="ask" aria-labelledby="title">
<h1 id="title">${say(title)}</h1>
<p class="lead">${say("See what each part means and what opening the URL would send. Then open it in this browser: ftp, gopher, news, wais, and the other schemes of RFC 1738.")}</p>
<search><form class="type" action="/" method="get">
<label for="url">URL</label>
<div class="row">
<input id="url" name="url" type="text" inputmode="url" value="${redact(text)}" maxlength="8192" placeholder="gopher://…"
 autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" aria-describedby="said">
<button name="go" value="open">${say("Open")}</button>
<button class="second" data-noscript>${say("Explain")}</button>
</div>
<p id="said" role="status" class="unseen"></p>
</form></search>
</section>
<section class="anatomy" aria-labelledby="anatomy">
<h2 id="anatomy">${say(text === "" ? "Example" : "Anatomy")}</h2>
<div id="drawing" data-opened="${opened.join(" ")}">
${text !== "" && html`${renderChanges(home)}${renderOpenLink(home)}${renderSuggestions(home)}`}${renderAnatomy(explainInput(text === "" ? DEFAULT_URL : text, urls))}</div>
</section>
${renderExamples(examples)}`,
    { home: true },
  );
}

/** Renders the link that opens the URL, or the reason why it cannot be opened. */
function renderOpenLink({ href, reason, text = "" }: Pick<HomeView, "href" | "reason" | "text">): Html {
  if (href !== undefined && isPath(href)) {
    return html`<p class="opening"><a class="button" href="${href}">${say("Open")}<span class="unseen">: ${redact(text)}</span></a></p>
`;
  }
  return reason === undefined
    ? html``
    : html`<p class="opening note">${say(reason)}.</p>
`;
}

/** Renders what the typed text was read as. */
function renderChanges({ changes, text = "" }: Pick<HomeView, "changes" | "text">): Html {
  if (changes === undefined) return html``;
  return html`<p class="opening note">${say("Read as")} <code dir="ltr" translate="no">${redact(text)}</code>: ${say(changes)}.</p>
`;
}

function renderSuggestions({ suggestions = [] }: Pick<HomeView, "suggestions">): Html {
  return html`${suggestions.map(
    ({ text, label, href }) =>
      isPath(href) &&
      html`<p class="opening note">${say("Did you mean:")} <a href="${href}"><code dir="ltr" translate="no">${text}</code></a> (${say(label)})</p>
`,
  )}`;
}

function renderExamples(examples: readonly ExampleView[]): Html {
  if (examples.length === 0) return html``;
  return html`<section class="examples" aria-labelledby="examples">
<h2 id="examples">${say("Examples")}</h2>
<ul>
${examples.map(renderExample)}</ul>
</section>
`;
}

function renderExample({ url, text, href }: ExampleView): Html {
  const shown = redact(url);
  const draw = `/?${new URLSearchParams({ url: shown })}`;
  return html`<li><a class="draw" href="${draw}"><code dir="ltr" translate="no">${shown}</code></a> <span class="what">${say(text)}</span>${href !== undefined && isPath(href) && html` <a class="open" href="${href}">${say("Open")}<span class="unseen"> ${shown}</span></a>`}</li>
`;
}
