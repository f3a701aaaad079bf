import type { Frame, ShownFailure } from "../views.ts";
import { type Html, html } from "./html.ts";
import { heading, page } from "./layout.ts";

/** Renders an error page. */
export function failurePage(frame: Frame, failure: ShownFailure): string {
  return page(frame, html`${heading(frame)}${failureOf(failure)}`);
}

/** Renders the end of an incomplete listing or text. */
export function brokenOff(failure: ShownFailure): Html {
  return html`<section class="broken" aria-labelledby="broken">
<h2 id="broken">Incomplete</h2>
${failureOf(failure)}</section>
`;
}

function failureOf({ status, code, message, hint, reply, anyway }: ShownFailure): Html {
  return html`<div class="failure">
<p class="what">${message}</p>
${
  hint !== undefined &&
  html`<p class="hint"><strong>Try this:</strong> ${hint}</p>
`
}${
  reply !== undefined &&
  html`<p class="reply">Server reply: <q><bdi><code>${reply}</code></bdi></q></p>
`
}${
  anyway !== undefined && html`<p class="anyway"><a href="${anyway.href}">${anyway.text}</a></p>\n`
}<p class="code"><code>${code}</code> <span>HTTP ${status}</span></p>
</div>
`;
}
