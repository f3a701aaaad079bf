import type { ListingWriter } from "@anyurl/client/front";
import type { Column } from "@anyurl/core/presentation";
import type { EntryView, ListingView } from "../views.ts";
import { truncatedNotice } from "./failure.ts";
import { renderForm } from "./form.ts";
import { escapeLines, type Html, html, isPath } from "./html.ts";
import { renderIn, say } from "./language.ts";
import { renderHeading, renderPageEnd, renderPageStart } from "./layout.ts";

type Layout = ListingView["layout"];

/** Renders entries one by one, in the markup of a layout. */
interface EntryRenderer {
  entry(entry: EntryView): string;
  /** Closes the last entry. */
  end(): string;
}

/** How a layout counts its entries. */
const COUNTS: Readonly<
  Record<Layout, readonly [none: string, one: string, many: (count: number) => string]>
> = {
  table: ["No entries", "1 entry", (count) => `${count} entries`],
  menu: ["No entries", "1 entry", (count) => `${count} entries`],
  articles: ["No articles", "1 article", (count) => `${count} articles`],
  hits: ["No results", "1 result", (count) => `${count} results`],
};

/** Renders a listing: head, entries, and their count. If the entries are incomplete, the page reports the error. */
export function createListingWriter(listing: ListingView): ListingWriter<EntryView> {
  const { frame, layout, forms = [], toFailure } = listing;
  const rendered = (render: () => string): string => renderIn(frame.language, render);
  const renderer = renderIn(frame.language, () => createRenderer(listing));
  let count = 0;
  return {
    head: rendered(
      () => renderPageStart(frame) + html`${renderHeading(frame)}${forms.map(renderForm)}`.toString(),
    ),
    entry: (entry) => {
      if (!isInformation(entry)) count++;
      return rendered(() => renderer.entry(entry));
    },
    foot: () =>
      rendered(
        () =>
          `${renderer.end()}${html`<p class="count">${formatCount(count, layout)}</p>\n`}${renderPageEnd(frame)}`,
      ),
    failed: (error) =>
      rendered(() => `${renderer.end()}${truncatedNotice(toFailure(error))}${renderPageEnd(frame)}`),
  };
}

function formatCount(count: number, layout: Layout): string {
  const [none, one, many] = COUNTS[layout];
  return say(count === 0 ? none : count === 1 ? one : many(count));
}

function createRenderer({ layout, columns, frame }: ListingView): EntryRenderer {
  const others = columns.filter(({ field }) => field !== "name");
  switch (layout) {
    case "menu":
      return createListRenderer("ul", "menu", (entry) => renderMenuItem(entry, others));
    case "hits":
      return createListRenderer("ol", "hits", (entry) => renderHit(entry, others));
    case "articles":
      return createTableRenderer(columns, html`${say("Articles in")} <bdi>${frame.title}</bdi>`);
    default:
      return createTableRenderer(columns, html`${say("Contents of")} <bdi>${frame.title}</bdi>`);
  }
}

/** Renders a table of entries. Information lines span all columns. The table begins with its first entry. */
function createTableRenderer(columns: readonly Column[], caption: Html): EntryRenderer {
  let begun = false;
  return {
    entry(entry) {
      const head = begun ? "" : renderTableHead(columns, caption);
      begun = true;
      return head + renderTableRow(entry, columns);
    },
    end: () => (begun ? "</tbody>\n</table>\n" : ""),
  };
}

/*
 * In a narrow window each row is several lines. With that layout some browsers do not expose a table to assistive
 * technology, so the roles are explicit.
 */
function renderTableHead(columns: readonly Column[], caption: Html): string {
  const heads = columns.map(
    (column) =>
      html`<th scope="col" role="columnheader" class="${columnClass(column)}">${say(column.title)}</th>`,
  );
  return html`<table class="listing" role="table">
<caption class="unseen">${caption}</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">
`.toString();
}

/** The class of a column: its field, or how an attribute is shown. */
function columnClass({ field, numeric }: Column): string {
  if (!field.startsWith("attributes.")) return field;
  return numeric === true ? "number" : "text";
}

function renderTableRow(entry: EntryView, columns: readonly Column[]): string {
  if (isInformation(entry)) {
    return html`<tr role="row" class="said"><td role="cell" colspan="${columns.length}">${escapeLines(entry.name)}</td></tr>\n`.toString();
  }
  const cells = columns.map((column) =>
    column.field === "name"
      ? html`<th scope="row" role="rowheader">${renderName(entry)}${renderSlash(entry, columns)}${renderDetails(entry)}</th>`
      : renderCell(entry, column),
  );
  return html`<tr role="row">${cells}</tr>\n`.toString();
}

/** A "/" after a directory, in a listing that has files as well. */
function renderSlash({ kind, name }: EntryView, columns: readonly Column[]): Html | false {
  const isMarked = kind === "directory" && columns.some(({ field }) => field === "kind");
  return isMarked && !name.endsWith("/") && html`<span class="slash" aria-hidden="true">/</span>`;
}

function renderCell(entry: EntryView, column: Column): Html {
  const value = renderValue(entry, column);
  const name = columnClass(column);
  // A narrow window has no column titles, and a number alone says nothing.
  if (name === "number" && value !== undefined)
    return html`<td role="cell" class="number" data-title="${say(column.title)}">${value}</td>`;
  return html`<td role="cell" class="${name}">${value ?? ""}</td>`;
}

function renderValue(entry: EntryView, { field }: Column): Html | string | undefined {
  const { kind, size, modified, values = {} } = entry;
  if (field === "kind") return say(kind);
  if (field === "size") return formatSize(size);
  if (field === "modified") return modified === undefined ? undefined : formatModified(modified);
  const value = values[field];
  return value === undefined ? undefined : html`<bdi>${value}</bdi>`;
}

/** Renders a list: consecutive information lines are one text, and items are a list. */
function createListRenderer(
  tag: "ul" | "ol",
  name: string,
  renderItem: (entry: EntryView) => Html,
): EntryRenderer {
  let open: "said" | "items" | undefined;
  const turn = (to: typeof open): string => {
    if (open === to) return "";
    const closing = open === "said" ? "</pre>\n" : open === "items" ? `</${tag}>\n` : "";
    const opening =
      to === "said" ? '<pre class="said">\n' : to === "items" ? `<${tag} class="${name}">\n` : "";
    open = to;
    return closing + opening;
  };
  return {
    entry(entry) {
      if (isInformation(entry)) return `${turn("said")}${escapeLines(entry.name)}\n`;
      return turn("items") + renderItem(entry).toString();
    },
    end: () => turn(undefined),
  };
}

function renderMenuItem(entry: EntryView, columns: readonly Column[]): Html {
  const { kind } = entry;
  const values = columns
    .filter(({ field }) => field !== "kind")
    .map((column) => renderValue(entry, column))
    .filter((value) => value !== undefined);
  const more =
    values.length > 0 && html`<span class="details">${values.map((value) => html`${value} `)}</span>`;
  return html`<li><span class="kind">${say(kind === "directory" ? "menu" : kind)}</span> <span class="item">${renderName(entry)}${renderDetails(entry)}${more}</span></li>\n`;
}

function renderHit(entry: EntryView, columns: readonly Column[]): Html {
  const facts = columns.flatMap((column) => {
    const value = renderValue(entry, column);
    return value === undefined ? [] : [renderFact(say(column.title), value)];
  });
  const more = facts.length > 0 && html`<span class="details">${facts}</span>`;
  return html`<li><span class="item">${renderName(entry)}</span>${renderDetails(entry)}${more}</li>\n`;
}

/** Is the entry a line of text without a target? */
function isInformation({ kind }: EntryView): boolean {
  return kind === "information";
}

/** Renders the name of an entry, as a link if it has one. */
function renderName({ name, href, url, leaves }: EntryView): Html {
  const text = html`<bdi>${name === "" ? say("(no name)") : name}</bdi>`;
  if (href === undefined || !isPath(href)) {
    return html`<span class="nolink">${text}</span>${url !== undefined && html` <code class="elsewhere" dir="ltr" translate="no">${url}</code>`}`;
  }
  if (leaves !== true) return html`<a href="${href}">${text}</a>`;
  return html`<a class="leaves" href="${href}">${text}<span class="unseen"> (${say("external link")})</span></a>`;
}

/** Renders the metadata of an entry on a separate line, and why it has no link. */
function renderDetails({ facts = [], note }: EntryView): Html {
  if (facts.length === 0 && note === undefined) return html``;
  const said = facts.map(({ name, value }) => renderFact(say(name), html`<bdi>${value}</bdi>`));
  return html`<span class="details">${said}${note !== undefined && html`<span class="note">${say(note)}</span>`}</span>`;
}

function renderFact(name: string, value: Html | string): Html {
  return html`<span class="fact">${name} ${value}</span> `;
}

const UNITS = ["KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/**
 * Renders a size, for example `1.4 MiB`. The exact number of bytes is in the attribute. `undefined` if the server sent
 * none, or not a valid one.
 */
function formatSize(size: number | undefined): Html | undefined {
  if (size === undefined || !Number.isSafeInteger(size) || size < 0) return undefined;
  let amount = size;
  let unit = -1;
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  const octets = say(size === 1 ? "1 byte" : `${size} bytes`);
  if (unit < 0) return html`<data value="${size}" title="${octets}">${size} B</data>`;
  const rounded = amount < 10 ? amount.toFixed(1) : String(Math.round(amount));
  return html`<data value="${size}" title="${octets}">${rounded} ${UNITS[unit]}</data>`;
}

/** Renders a time in its known precision: `2001`, `2001-02-03`, `2001-02-03 04:05 UTC`. */
function formatModified(modified: string | undefined): Html {
  if (modified === undefined) return html``;
  const [day = "", time = ""] = modified.split("T", 2);
  if (time === "") return html`<time datetime="${modified}">${day}</time>`;
  return html`<time datetime="${modified}"><span>${day}</span> <span>${time.replace(/Z$/, " UTC")}</span></time>`;
}
