import type { FailureView, FormView, PageFrame } from "../views.ts";
import { renderForm } from "./form.ts";
import { type Html, html } from "./html.ts";
import { say, sayError } from "./language.ts";
import { renderHeading, renderPage } from "./layout.ts";

/** Renders an error page, with the forms that can fix the error. */
export function failurePage(frame: PageFrame, failure: FailureView, forms: readonly FormView[] = []): string {
  return renderPage(
    frame,
    () =>
      html`${renderHeading(frame)}${renderFailure(failure)}${forms.map((form, i) => renderForm(form, i))}`,
  );
}

/** Renders the end of an incomplete listing or text. */
export function truncatedNotice(failure: FailureView): Html {
  return html`<section class="broken" aria-labelledby="broken">
<h2 id="broken">${say("Incomplete")}</h2>
${renderFailure(failure)}</section>
`;
}

function renderFailure({ status, code, message, hint, reply, anyway }: FailureView): Html {
  return html`<div class="failure">
<p class="what">${sayError(code, message)}</p>
${
  hint !== undefined &&
  html`<p class="hint"><strong>${say("Try this:")}</strong> ${say(hint)}</p>
`
}${
  reply !== undefined &&
  html`<p class="reply">${say("Server reply:")} <q><bdi><code>${reply}</code></bdi></q></p>
`
}${
  anyway !== undefined && html`<p class="anyway"><a href="${anyway.href}">${say(anyway.text)}</a></p>\n`
}<p class="code"><code>${code}</code> <span>HTTP ${status}</span></p>
</div>
`;
}
