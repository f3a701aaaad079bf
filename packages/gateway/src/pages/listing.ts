import type { ShownEntry, ShownListing } from "../views.ts";
import { detailsOf, isSaying, modifiedOf, nameOf, sizeOf } from "./entry.ts";
import { brokenOff } from "./failure.ts";
import { formOf } from "./form.ts";
import { type Html, html, lines } from "./html.ts";
import { heading, pageEnd, pageStart } from "./layout.ts";

/** Renders entries one by one, and the markup around them. */
interface Writer {
  entry(entry: ShownEntry): string;
  /** Closes the last entry. */
  end(): string;
}

/**
 * Renders a listing in chunks: first the head, then each entry when it arrives. If the entries end with an error, the
 * page reports it after the last one and is closed normally.
 */
export async function* listingPage(listing: ShownListing): AsyncGenerator<string, void, void> {
  const { frame, layout = "table", forms = [], entries, failureOf } = listing;
  yield pageStart(frame) + html`${heading(frame)}${forms.map(formOf)}`.toString();
  const writer = layout === "menu" ? menuWriter() : tableWriter(frame.title);
  let count = 0;
  try {
    for await (const entry of entries) {
      if (!isSaying(entry)) count++;
      yield writer.entry(entry);
    }
  } catch (error) {
    yield writer.end() + brokenOff(failureOf(error)).toString() + pageEnd(frame);
    return;
  }
  const said = count === 0 ? "No entries" : count === 1 ? "1 entry" : `${count} entries`;
  yield writer.end() + html`<p class="count">${said}</p>\n`.toString() + pageEnd(frame);
}

/** Renders a table of entries. Information lines span all columns. The table begins with its first entry. */
function tableWriter(title: string): Writer {
  let begun = false;
  return {
    entry(entry) {
      const head = begun ? "" : tableHead(title);
      begun = true;
      return head + tableRow(entry);
    },
    end: () => (begun ? "</tbody>\n</table>\n" : ""),
  };
}

/*
 * In a narrow window each row is several lines. With that layout some browsers do not expose a table to assistive
 * technology, so the roles are explicit.
 */
const COLUMNS = ["name", "kind", "size", "modified"] as const;

function column(name: string): Html {
  return html`<th scope="col" role="columnheader" class="${name}">${name}</th>`;
}

function tableHead(title: string): string {
  return html`<table class="listing" role="table">
<caption class="unseen">Contents of <bdi>${title}</bdi></caption>
<thead role="rowgroup"><tr role="row">${COLUMNS.map(column)}</tr></thead>
<tbody role="rowgroup">
`.toString();
}

function tableRow(entry: ShownEntry): string {
  if (isSaying(entry)) {
    return html`<tr role="row" class="said"><td role="cell" colspan="4">${lines(entry.name)}</td></tr>\n`.toString();
  }
  const { name, kind, size, modified } = entry;
  const slash =
    kind === "directory" && !name.endsWith("/") && html`<span class="slash" aria-hidden="true">/</span>`;
  return html`<tr role="row"><th scope="row" role="rowheader">${nameOf(entry)}${slash}${detailsOf(entry)}</th>${cell("kind", kind)}${cell("size", sizeOf(size))}${cell("modified", modifiedOf(modified))}</tr>\n`.toString();
}

function cell(name: string, value: string | Html): Html {
  return html`<td role="cell" class="${name}">${value}</td>`;
}

/** Renders a Gopher menu: consecutive information lines are one text, and items are a list. */
function menuWriter(): Writer {
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
      if (isSaying(entry)) return `${turn("said")}${lines(entry.name)}\n`;
      return turn("items") + menuItem(entry);
    },
    end: () => turn(undefined),
  };
}

function menuItem(entry: ShownEntry): string {
  const { kind, size, modified } = entry;
  const more =
    (size !== undefined || modified !== undefined) &&
    html`<span class="details">${sizeOf(size)} ${modifiedOf(modified)}</span>`;
  return html`<li><span class="kind">${kind === "directory" ? "menu" : kind}</span> <span class="item">${nameOf(entry)}${detailsOf(entry)}${more}</span></li>\n`.toString();
}
