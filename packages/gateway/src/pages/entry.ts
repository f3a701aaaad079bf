import type { EntryView } from "../views.ts";
import { type Html, html, isPath } from "./html.ts";

/** Is the entry a line of text without a target? */
export function isInformation({ kind }: EntryView): boolean {
  return kind === "information";
}

/** Renders the name of an entry, as a link if it has one. */
export function renderName({ name, href, url, leaves }: EntryView): Html {
  const text = html`<bdi>${name === "" ? "(no name)" : name}</bdi>`;
  if (href === undefined || !isPath(href)) {
    return html`<span class="nolink">${text}</span>${url !== undefined && html` <code class="elsewhere" dir="ltr" translate="no">${url}</code>`}`;
  }
  if (leaves !== true) return html`<a href="${href}">${text}</a>`;
  return html`<a class="leaves" href="${href}">${text}<span class="unseen"> (external link)</span></a>`;
}

/** Renders the metadata of an entry on a separate line, and why it has no link. */
export function renderDetails({ facts = [], note }: EntryView): Html {
  if (facts.length === 0 && note === undefined) return html``;
  const said = facts.map(({ name, value }) => renderFact(name, html`<bdi>${value}</bdi>`));
  return html`<span class="details">${said}${note !== undefined && html`<span class="note">${note}</span>`}</span>`;
}

export function renderFact(name: string, value: Html | string): Html {
  return html`<span class="fact">${name} ${value}</span> `;
}

const UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/**
 * Renders a size, for example `1.4 MiB`. The exact number of bytes is in the attribute. `undefined` if the server sent
 * none, or not a valid one.
 */
export function formatSize(size: number | undefined): Html | undefined {
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) return undefined;
  let amount = size;
  let unit = -1;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  const octets = size === 1 ? "1 byte" : `${size} bytes`;
  if (unit < 0) return html`<data value="${size}" title="${octets}">${size} B</data>`;
  const rounded = amount < 10 ? amount.toFixed(1) : String(Math.round(amount));
  return html`<data value="${size}" title="${octets}">${rounded} ${UNITS[unit]}</data>`;
}

/** Renders a time in its known precision: `2001`, `2001-02-03`, `2001-02-03 04:05 UTC`. */
export function formatModified(modified: string | undefined): Html {
  if (modified === undefined) return html``;
  const [day = "", time = ""] = modified.split("T", 2);
  if (time === "") return html`<time datetime="${modified}">${day}</time>`;
  return html`<time datetime="${modified}"><span>${day}</span> <span>${time.replace(/Z$/, " UTC")}</span></time>`;
}
