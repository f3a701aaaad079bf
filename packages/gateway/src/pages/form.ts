import type { FormField, FormPageView, FormView } from "../views.ts";
import { escapeLines, escapeVerbatim, type Html, html, isPath } from "./html.ts";
import { say } from "./language.ts";
import { renderHeading, renderPage } from "./layout.ts";

/** Renders a page with a search, or with a form of a server. */
export function formPage({ frame, note, forms }: FormPageView): string {
  return renderPage(
    frame,
    () => html`${renderHeading(frame)}${renderNote(note)}${forms.map((form, i) => renderForm(form, i))}`,
  );
}

function renderNote(note: string | undefined): Html | false {
  return (
    note !== undefined &&
    html`<p class="lead">${say(note)}</p>
`
  );
}

/** Renders one form. `index` makes the ids of several forms on a page unique. */
export function renderForm({ title, action, method, fields, submit }: FormView, index = 0): Html {
  if (!isPath(action))
    return html`<p class="note">${say(title)}</p>
`;
  const name = `form-${index}`;
  const rows = fields.map((field, i) => renderField(field, `${name}-${i}`));
  const form = html`<form class="asked" action="${action}" method="${method === "post" ? "post" : "get"}" aria-labelledby="${name}">
<h2 id="${name}">${say(title)}</h2>
${rows}<button>${say(submit)}</button>
</form>`;
  return method === "get"
    ? html`<search>${form}</search>
`
    : html`${form}
`;
}

function renderField(field: FormField, id: string): Html {
  const { name, label, kind, value = "" } = field;
  if (kind === "hidden")
    return html`<input type="hidden" name="${name}" value="${escapeVerbatim(value)}">
`;
  if (kind === "note")
    return html`<p class="note">${escapeLines(label)}</p>
`;
  if (kind === "choice") return renderChoice(field, id);
  if (kind === "checkbox") {
    return html`<p class="field tick"><input type="checkbox" id="${id}" name="${name}" value="1"${value === "1" && html` checked`}> <label for="${id}">${label}</label></p>
`;
  }
  return html`<p class="field"><label for="${id}">${label}</label>
${renderControl(field, id)}</p>
`;
}

function renderControl({ name, kind, value = "" }: FormField, id: string): Html {
  // Browsers ignore a line end directly after the tag.
  if (kind === "multiline")
    return html`<textarea id="${id}" name="${name}" rows="6">
${escapeVerbatim(value)}</textarea>`;
  return html`<input id="${id}" name="${name}" type="text" value="${escapeVerbatim(value)}" autocomplete="off">`;
}

function renderChoice({ name, label, value, options = [] }: FormField, id: string): Html {
  const each = options.map(
    (option, i) =>
      html`<p class="tick"><input type="radio" id="${id}-${i}" name="${name}" value="${escapeVerbatim(option)}"${option === value && html` checked`}> <label for="${id}-${i}">${option}</label></p>
`,
  );
  return html`<fieldset><legend>${label}</legend>
${each}</fieldset>
`;
}
