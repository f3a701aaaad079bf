import type { Plan, PlanStep } from "@anyurl/core";
import type { Explanation } from "@anyurl/core/explain";
import { escapeLines, type Html, html } from "../html.ts";
import { say } from "../language.ts";
import { renderColumnHeads } from "./column-heads.ts";
import type { NoPlan } from "./explain-input.ts";
import { partColor } from "./url-line.ts";

/** Maximum number of steps that are shown. */
const MAX_STEPS = 60;

/** Renders the planned exchange: each step with its rule and the part of the URL that it comes from. */
export function renderPlan(plan: Plan | NoPlan, { parts }: Explanation): Html {
  if ("refused" in plan) {
    return html`<section class="plan" aria-labelledby="plan">
<h3 id="plan">${say("Planned exchange")}</h3>
<p>${say("Nothing would be sent:")} ${say(plan.refused)}.</p>
${
  plan.hint !== undefined &&
  html`<p class="hint"><strong>${say("Try this:")}</strong> ${say(plan.hint)}</p>
`
}</section>
`;
  }
  const rest = plan.steps.length - MAX_STEPS;
  const components = parts.filter(({ kind }) => kind === "component").map(({ name }) => name);
  return html`<table class="plan" role="table">
<caption>${say("Planned exchange")}</caption>
${renderColumnHeads("Step", "From", "Rule")}<tbody role="rowgroup">
${plan.steps.slice(0, MAX_STEPS).map((step) => renderStepRow(step, components))}${
  rest > 0 &&
  html`<tr role="row"><td role="cell" colspan="3">${say(`and ${rest} more steps`)}</td></tr>
`
}</tbody>
</table>
`;
}

function renderStepRow(step: PlanStep, components: readonly string[]): Html {
  const from = step.do === "send" && step.part !== undefined && renderPart(step.part, components);
  return html`<tr role="row" class="${step.do}"><td role="cell" class="step">${renderStep(step)}</td><td role="cell" class="from">${from}</td><td role="cell" class="rule">${step.cite}</td></tr>
`;
}

/** Renders a part with the number and color that it has in the URL line. */
function renderPart(name: string, components: readonly string[]): Html {
  const index = components.indexOf(name);
  if (index < 0) return html`<span class="name">${name}</span>`;
  return html`<span class="${partColor(index)}"><span class="no">${index + 1}</span> <span class="name">${name}</span></span>`;
}

function renderStep(step: PlanStep): Html {
  switch (step.do) {
    case "connect":
      return step.on === "control"
        ? html`${say("connect to")} <code>${formatHostport(step.host, step.port)}</code>`
        : html`${say(`open a ${step.on} connection to a port that the server chooses`)}`;
    case "send":
      return html`<b>C${formatChannel(step.on)}:</b> ${step.text === "" ? html`<em>${say("an empty line")}</em>` : html`<code translate="no">${step.text}</code>`}`;
    case "receive":
      return html`<b>S${formatChannel(step.on)}:</b> ${say("the resource")}`;
    case "secure":
      return html`${say(`start TLS${formatChannel(step.on)}`)}`;
    case "message":
      return html`${say("send this message")}<pre>
${escapeLines(step.text)}</pre>`;
    case "local":
      return html`${say(step.text)}`;
    case "file":
      return html`${say("open")} <code>${step.path}</code> (${step.system})`;
  }
}

function formatChannel(on: string): string {
  return on === "control" ? "" : `/${on}`;
}

function formatHostport(host: string | undefined, port: number | undefined): string {
  const name = host ?? say("the same host");
  return port === undefined
    ? name
    : `${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`;
}
