import { type Html, html } from "../html.ts";
import { say } from "../language.ts";

/**
 * Renders the head of a table. In a narrow window each row is several lines. With that layout some browsers do not
 * expose a table to assistive technology, so the roles are explicit.
 */
export function renderColumnHeads(...names: readonly string[]): Html {
  const heads = names.map((name) => html`<th scope="col" role="columnheader">${say(name)}</th>`);
  return html`<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
`;
}
