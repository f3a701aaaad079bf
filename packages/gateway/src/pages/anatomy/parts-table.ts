import type { ExplainedEscape, ExplainedPart, Explanation } from "@anyurl/core/explain";
import { type Html, html } from "../html.ts";
import { say } from "../language.ts";
import { renderColumnHeads } from "./column-heads.ts";
import { partColor } from "./url-line.ts";

/** Maximum number of escapes that are listed for one part. */
const MAX_ESCAPES = 8;

/** Renders all parts with number, value, meaning and rule, then the implied parts. */
export function renderPartsTable({ parts, implied }: Explanation): Html {
  const components = parts.filter(({ kind }) => kind === "component");
  return html`<table class="parts" role="table">
<caption>${say("Parts")}</caption>
${renderColumnHeads("Part", "Value", "Meaning", "Rule")}<tbody role="rowgroup">
${components.map((part, i) => renderPartRow(part, i))}${implied.map((part) => renderPartRow(part))}</tbody>
</table>
`;
}

function renderPartRow(part: ExplainedPart, index?: number): Html {
  const { name, meaning, cite } = part;
  const number =
    index === undefined
      ? html`<span class="no" aria-hidden="true">·</span>`
      : html`<span class="no">${index + 1}</span>`;
  const said = html`${say(meaning)}${index === undefined && html` <em>(${say("implied")})</em>`}${renderEscapes(part)}`;
  return html`<tr role="row" class="${index === undefined ? "implied" : partColor(index)}"><th scope="row" role="rowheader">${number} <span class="name">${name}</span></th><td role="cell" class="value">${renderValue(part)}</td><td role="cell" class="meaning">${said}</td><td role="cell" class="rule">${cite}</td></tr>
`;
}

function renderValue({ value }: ExplainedPart): Html {
  return value === ""
    ? html`<em>${say("empty")}</em>`
    : html`<code translate="no"><bdi>${value}</bdi></code>`;
}

/** Lists each different escape once. */
function renderEscapes({ escapes }: ExplainedPart): Html {
  if (escapes.length === 0) return html``;
  const kinds = [...new Map(escapes.map((each) => [each.raw, each])).values()];
  const rest = kinds.length - MAX_ESCAPES;
  return html`<ul class="escapes">${kinds.slice(0, MAX_ESCAPES).map(renderEscape)}${rest > 0 && html`<li>${say(`and ${rest} more`)}</li>`}</ul>`;
}

function renderEscape({ raw, meaning }: ExplainedEscape): Html {
  return html`<li><code>${raw}</code> ${say(meaning)}</li>`;
}
