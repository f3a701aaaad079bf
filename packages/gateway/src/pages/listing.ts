import type { EntryView, ListingView } from "../views.ts";
import { formatModified, formatSize, isInformation, renderDetails, renderName } from "./entry.ts";
import { truncatedNotice } from "./failure.ts";
import { renderForm } from "./form.ts";
import { escapeLines, type Html, html } from "./html.ts";
import { renderHeading, renderPageEnd, renderPageStart } from "./layout.ts";

/** Renders entries one by one, and the markup around them. */
interface EntryWriter {
  entry(entry: EntryView): string;
  /** Closes the last entry. */
  end(): string;
}

/**
 * Renders a listing in chunks: first the head, then each entry when it arrives. If the entries end with an error, the
 * page reports it after the last one and is closed normally.
 */
export async function* listingPage(listing: ListingView): AsyncGenerator<string, void, void> {
  const { frame, layout = "table", forms = [], entries, failureOf } = listing;
  yield renderPageStart(frame) + html`${renderHeading(frame)}${forms.map(renderForm)}`.toString();
  const writer = layout === "menu" ? createMenuWriter() : createTableWriter(frame.title);
  let count = 0;
  try {
    for await (const entry of entries) {
      if (!isInformation(entry)) count++;
      yield writer.entry(entry);
    }
  } catch (error) {
    yield writer.end() + truncatedNotice(failureOf(error)).toString() + renderPageEnd(frame);
    return;
  }
  const said = count === 0 ? "No entries" : count === 1 ? "1 entry" : `${count} entries`;
  yield writer.end() + html`<p class="count">${said}</p>\n`.toString() + renderPageEnd(frame);
}

/** Renders a table of entries. Information lines span all columns. The table begins with its first entry. */
function createTableWriter(title: string): EntryWriter {
  let begun = false;
  return {
    entry(entry) {
      const head = begun ? "" : renderTableHead(title);
      begun = true;
      return head + renderTableRow(entry);
    },
    end: () => (begun ? "</tbody>\n</table>\n" : ""),
  };
}

/*
 * In a narrow window each row is several lines. With that layout some browsers do not expose a table to assistive
 * technology, so the roles are explicit.
 */
const COLUMNS = ["name", "kind", "size", "modified"] as const;

function renderColumnHead(name: string): Html {
  return html`<th scope="col" role="columnheader" class="${name}">${name}</th>`;
}

function renderTableHead(title: string): string {
  return html`<table class="listing" role="table">
<caption class="unseen">Contents of <bdi>${title}</bdi></caption>
<thead role="rowgroup"><tr role="row">${COLUMNS.map(renderColumnHead)}</tr></thead>
<tbody role="rowgroup">
`.toString();
}

function renderTableRow(entry: EntryView): string {
  if (isInformation(entry)) {
    return html`<tr role="row" class="said"><td role="cell" colspan="4">${escapeLines(entry.name)}</td></tr>\n`.toString();
  }
  const { name, kind, size, modified } = entry;
  const slash =
    kind === "directory" && !name.endsWith("/") && html`<span class="slash" aria-hidden="true">/</span>`;
  return html`<tr role="row"><th scope="row" role="rowheader">${renderName(entry)}${slash}${renderDetails(entry)}</th>${renderCell("kind", kind)}${renderCell("size", formatSize(size))}${renderCell("modified", formatModified(modified))}</tr>\n`.toString();
}

function renderCell(name: string, value: string | Html): Html {
  return html`<td role="cell" class="${name}">${value}</td>`;
}

/** Renders a Gopher menu: consecutive information lines are one text, and items are a list. */
function createMenuWriter(): EntryWriter {
  let open: "said" | "items" | undefined;
  const turn = (to: typeof open): string => {
    if (open === to) return "";
    const closing = open === "said" ? "</pre>\n" : open === "items" ? "</ul>\n" : "";
    const opening = to === "said" ? '<pre class="said">\n' : to === "items" ? '<ul class="menu">\n' : "";
    open = to;
    return closing + opening;
  };
  return {
    entry(entry) {
      if (isInformation(entry)) return `${turn("said")}${escapeLines(entry.name)}\n`;
      return turn("items") + renderMenuItem(entry);
    },
    end: () => turn(undefined),
  };
}

function renderMenuItem(entry: EntryView): string {
  const { kind, size, modified } = entry;
  const more =
    (size !== undefined || modified !== undefined) &&
    html`<span class="details">${formatSize(size)} ${formatModified(modified)}</span>`;
  return html`<li><span class="kind">${kind === "directory" ? "menu" : kind}</span> <span class="item">${renderName(entry)}${renderDetails(entry)}${more}</span></li>\n`.toString();
}
