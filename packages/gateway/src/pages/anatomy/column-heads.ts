import { type Html, html } from "../html.ts";

/**
 * The head of a table that a narrow window shows as a few lines for each row. Some browsers take a table that is laid
 * out so for none, so these tables have their roles written out.
 */
export function columnHeads(...names: readonly string[]): Html {
  const heads = names.map((name) => html`<th scope="col" role="columnheader">${name}</th>`);
  return html`<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
`;
}
