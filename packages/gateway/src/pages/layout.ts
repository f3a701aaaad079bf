import { redact } from "@anyurl/core";
import { ICON, LIVE, STYLE } from "../assets/index.ts";
import type { Fact, NamedLink, PageFrame } from "../views.ts";
import { type Html, html, isContact, isPath } from "./html.ts";
import { currentTag, renderIn, say } from "./language.ts";

export interface LayoutOptions {
  /** The home page has the address field in its content, and the only script. Default false. */
  readonly home?: boolean;
}

/** Renders a complete page in the language of its frame. */
export function renderPage(frame: PageFrame, renderMain: () => Html, options: LayoutOptions = {}): string {
  return renderIn(
    frame.language,
    () => `${renderPageStart(frame, options)}${renderMain()}${renderPageEnd(frame)}`,
  );
}

/** Renders a page up to its content, for pages that are streamed. */
export function renderPageStart(frame: PageFrame, { home = false }: LayoutOptions = {}): string {
  return html`<!doctype html>
<html lang="${currentTag()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${home ? say("anyurl: any scheme in any browser") : `${truncateTitle(ownTitle(frame.title, frame.isOwn))} · anyurl`}</title>
<link rel="stylesheet" href="${STYLE}">
<link rel="icon" type="image/svg+xml" href="${ICON}">
${
  home &&
  html`<script type="module" src="${LIVE}"></script>
`
}</head>
<body>
<a class="skip" href="#main">${say("Skip to content")}</a>
<header class="bar">
<a class="brand" href="/"><span>any</span>url</a>
${!home && renderAddressField(frame.url)}
</header>
${!home && renderBreadcrumb(frame)}
<main id="main" tabindex="-1">
`.toString();
}

export function renderPageEnd({ contact }: Pick<PageFrame, "contact">): string {
  return html`</main>
<footer>
<nav aria-label="${say("About")}">
<a href="/">${say("Home")}</a>
<a href="/_/about">${say("About this gateway")}</a>
${contact !== undefined && isContact(contact) && html`<a href="${contact}" rel="noreferrer">${say("Report abuse")}</a>`}
</nav>
<p>${say("Content is provided by third-party servers.")}</p>
</footer>
</body>
</html>
`.toString();
}

/** Renders the title, and the links to other formats. */
export function renderHeading({ title, isOwn, formats: forms = [], url, shown = url }: PageFrame): Html {
  return html`<h1><bdi>${title === "" ? say("(no title)") : ownTitle(title, isOwn)}</bdi></h1>
${
  url !== undefined &&
  html`<p class="target"><code dir="ltr" translate="no">${redact(shown ?? url)}</code></p>
`
}${
  forms.length > 0 &&
  html`<ul class="forms" aria-label="${say("Other formats")}">${forms.map(renderFormatLink)}</ul>
`
}`;
}

export function renderFacts(facts: readonly Fact[] | undefined): Html {
  if (facts === undefined || facts.length === 0) return html``;
  return html`<dl class="facts">
${facts.map(
  ({ name, value }) => html`<div><dt>${say(name)}</dt><dd><bdi>${value}</bdi></dd></div>
`,
)}</dl>
`;
}

function renderFormatLink({ text, href }: NamedLink): Html {
  return isPath(href) ? html`<li><a href="${href}">${say(text)}</a></li>` : html`<li>${say(text)}</li>`;
}

/** Renders the address field. If the gateway cannot open the URL, the home page says why. */
function renderAddressField(url: string | undefined): Html {
  return html`<search><form class="address" action="/" method="get">
<label class="unseen" for="address">${say("URL to open")}</label>
<input id="address" name="url" type="text" inputmode="url" value="${redact(url ?? "")}" maxlength="8192"
 autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr">
<button name="go" value="open">${say("Open")}</button>
</form></search>`;
}

function renderBreadcrumb({ breadcrumbs: all }: PageFrame): Html {
  if (all.length === 0) return html``;
  const last = all.length - 1;
  return html`<nav class="crumbs" aria-label="${say("Breadcrumb")}">
<ol>
${all.map(({ text, href }, i) => {
  const name = html`<bdi>${text === "" ? say("(empty)") : text}</bdi>`;
  if (i === last)
    return html`<li><span aria-current="page">${name}</span></li>
`;
  return isPath(href)
    ? html`<li><a href="${href}">${name}</a></li>
`
    : html`<li>${name}</li>
`;
})}</ol>
</nav>`;
}

/** Truncates a title for the title bar of the browser. */
function truncateTitle(title: string): string {
  const characters = [...title];
  return characters.length <= 120 ? title : `${characters.slice(0, 119).join("")}…`;
}

/** Translates a title of the gateway, but not one of a resource. */
function ownTitle(title: string, isOwn = false): string {
  return isOwn ? say(title) : title;
}
