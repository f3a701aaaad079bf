import { type Html, html } from "../html.ts";
import type { Reading } from "./explain-input.ts";
import { partsTable } from "./parts-table.ts";
import { dialogue } from "./planned-exchange.ts";
import { problemList } from "./problem-list.ts";
import { refusedLine, urlLine } from "./url-line.ts";

export { type Reading, readingOf } from "./explain-input.ts";

/**
 * Renders the explanation of a text. The server and the script of the home page call the same function, so browsers
 * with and without JavaScript show the same.
 */
export function anatomy(reading: Reading): Html {
  const { found, normalForm, plan } = reading;
  return html`${found.ok ? urlLine(found) : refusedLine(found.parts, found.problems)}${verdicts(reading)}${problemList(reading)}${found.ok && partsTable(found)}${normalForm !== undefined && normal(normalForm, found.url)}${found.ok && plan !== undefined && dialogue(plan, found)}`;
}

/** Returns a summary in one sentence, for screen readers. */
export function summaryOf({ found, rfc1738 }: Reading): string {
  const [first] = found.problems;
  if (!found.ok) return `Invalid URL: ${first?.message ?? "invalid syntax"}.`;
  const parts = found.parts.filter(({ kind }) => kind === "component").length;
  const warned = first === undefined ? "" : ` Warning: ${first.message}.`;
  return `${found.scheme} URL, ${counted(parts, "part")}.${warned}${rfc1738.ok ? "" : " Not valid by RFC 1738."}`;
}

function verdicts({ found, rfc1738 }: Reading): Html {
  return html`<ul class="verdicts" aria-label="Validity">
${verdict("RFC 3986", found.ok)}${verdict("RFC 1738", rfc1738.ok)}</ul>
`;
}

function verdict(rfc: string, ok: boolean): Html {
  return html`<li class="${ok ? "good" : "bad"}"><span class="sign" aria-hidden="true">${ok ? "✓" : "✗"}</span> ${rfc}: <strong>${ok ? "valid" : "not valid"}</strong></li>
`;
}

function normal(normalForm: string, url: string): Html {
  return html`<section class="normal" aria-labelledby="normal">
<h3 id="normal">Normal form</h3>
<p>${normalForm === url ? "Already in normal form." : html`<code dir="ltr" translate="no">${normalForm}</code>`}</p>
</section>
`;
}

function counted(count: number, what: string): string {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}
