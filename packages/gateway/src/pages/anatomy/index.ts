import { type Html, html } from "../html.ts";
import { say } from "../language.ts";
import type { InputExplanation } from "./explain-input.ts";
import { renderPartsTable } from "./parts-table.ts";
import { renderPlan } from "./planned-exchange.ts";
import { renderProblems } from "./problem-list.ts";
import { renderInvalidLine, renderUrlLine } from "./url-line.ts";

export { explainInput, type InputExplanation } from "./explain-input.ts";

/**
 * Renders the explanation of a text. The server and the script of the home page call the same function, so browsers
 * with and without JavaScript show the same.
 */
export function renderAnatomy(reading: InputExplanation): Html {
  const { found, normalForm, plan } = reading;
  return html`${found.ok ? renderUrlLine(found) : renderInvalidLine(found.parts, found.problems)}${renderVerdicts(reading)}${renderProblems(reading)}${found.ok && renderPartsTable(found)}${normalForm !== undefined && renderNormalForm(normalForm, found.url)}${found.ok && plan !== undefined && renderPlan(plan, found)}`;
}

/** Returns a summary for screen readers. */
export function summarize({ found, rfc1738 }: InputExplanation): string {
  const [first] = found.problems;
  if (!found.ok) return say(`Invalid URL: ${first?.message ?? "invalid syntax"}.`);
  const parts = found.parts.filter(({ kind }) => kind === "component").length;
  const sentences = [say(`${found.scheme} URL, ${parts} ${parts === 1 ? "part" : "parts"}.`)];
  if (first !== undefined) sentences.push(say(`Warning: ${first.message}.`));
  if (!rfc1738.ok) sentences.push(say("Not valid by RFC 1738."));
  return sentences.join(" ");
}

/** Returns the note for a scheme that the gateway explains only. */
export function unsupportedNote(scheme: string): string {
  return say(`This gateway explains ${scheme} URLs but does not open them.`);
}

function renderVerdicts({ found, rfc1738 }: InputExplanation): Html {
  return html`<ul class="verdicts" aria-label="${say("Validity")}">
${renderVerdict("RFC 3986", found.ok)}${renderVerdict("RFC 1738", rfc1738.ok)}</ul>
`;
}

function renderVerdict(rfc: string, ok: boolean): Html {
  return html`<li class="${ok ? "good" : "bad"}"><span class="sign" aria-hidden="true">${ok ? "✓" : "✗"}</span> ${rfc}: <strong>${say(ok ? "valid" : "not valid")}</strong></li>
`;
}

function renderNormalForm(normalForm: string, url: string): Html {
  return html`<section class="normal" aria-labelledby="normal">
<h3 id="normal">${say("Normal form")}</h3>
<p>${normalForm === url ? say("Already in normal form.") : html`<code dir="ltr" translate="no">${normalForm}</code>`}</p>
</section>
`;
}
