import { redact } from "@anyurl/core";
import { ICON, LIVE, STYLE } from "../assets/index.ts";
import type { Fact, NamedLink, PageFrame } from "../views.ts";
import { type Html, html, isContact, isPath } from "./html.ts";

export interface LayoutOptions {
  /** The home page has the address field in its content, and the only script. Default false. */
  readonly home?: boolean;
}

/** Renders a complete page. */
export function renderPage(frame: PageFrame, main: Html, options: LayoutOptions = {}): string {
  return `${renderPageStart(frame, options)}${main}${renderPageEnd(frame)}`;
}

/** Renders a page up to its content, for pages that are streamed. */
export function renderPageStart(frame: PageFrame, { home = false }: LayoutOptions = {}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${home ? "anyurl: any scheme in any browser" : `${truncateTitle(frame.title)} · anyurl`}</title>
<link rel="stylesheet" href="${STYLE}">
<link rel="icon" type="image/svg+xml" href="${ICON}">
${
  home &&
  html`<script type="module" src="${LIVE}"></script>
`
}</head>
<body>
<a class="skip" href="#main">Skip to content</a>
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
<nav aria-label="About">
<a href="/">Home</a>
<a href="/_/about">About this gateway</a>
${contact !== undefined && isContact(contact) && html`<a href="${contact}" rel="noreferrer">Report abuse</a>`}
</nav>
<p>Content is provided by third-party servers.</p>
</footer>
</body>
</html>
`.toString();
}

/** Renders the title, and the links to other formats. */
export function renderHeading({ title, formats: forms = [], url, shown = url }: PageFrame): Html {
  return html`<h1><bdi>${title === "" ? "(no title)" : title}</bdi></h1>
${
  url !== undefined &&
  html`<p class="target"><code dir="ltr" translate="no">${redact(shown ?? url)}</code></p>
`
}${
  forms.length > 0 &&
  html`<ul class="forms" aria-label="Other formats">${forms.map(renderFormatLink)}</ul>
`
}`;
}

export function renderFacts(facts: readonly Fact[] | undefined): Html {
  if (facts === undefined || facts.length === 0) return html``;
  return html`<dl class="facts">
${facts.map(
  ({ name, value }) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>
`,
)}</dl>
`;
}

function renderFormatLink({ text, href }: NamedLink): Html {
  return isPath(href) ? html`<li><a href="${href}">${text}</a></li>` : html`<li>${text}</li>`;
}

/** Renders the address field. If the gateway cannot open the URL, the home page says why. */
function renderAddressField(url: string | undefined): Html {
  return html`<search><form class="address" action="/" method="get">
<label class="unseen" for="address">URL to open</label>
<input id="address" name="url" type="text" inputmode="url" value="${redact(url ?? "")}" maxlength="8192"
 autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr">
<button name="go" value="open">Open</button>
</form></search>`;
}

function renderBreadcrumb({ breadcrumbs: all }: PageFrame): Html {
  if (all.length === 0) return html``;
  const last = all.length - 1;
  return html`<nav class="crumbs" aria-label="Breadcrumb">
<ol>
${all.map(({ text, href }, i) => {
  const name = html`<bdi>${text === "" ? "(empty)" : text}</bdi>`;
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
