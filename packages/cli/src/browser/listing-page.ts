import { type Column, type ListingStyle, readEntryField } from "@anyurl/core/presentation";
import { type Entry, redact } from "anyurl";
import { say } from "../language.ts";
import { formatSize } from "../render/progress-line.ts";
import type { Block, Link, Page, Span } from "./page.ts";

export interface ListingInit {
  readonly title: string;
  readonly url: string;
  readonly style: ListingStyle;
  /** A sentence after the last entry, for example why the listing is incomplete. */
  readonly note?: string | undefined;
}

/** Creates the page of a directory, menu, newsgroup, or search. */
export function createListingPage(entries: readonly Entry[], { title, url, style, note }: ListingInit): Page {
  const blocks: Block[] = [];
  const links: Link[] = [];
  for (const entry of entries) {
    if (entry.kind === "information" || entry.kind === "error") blocks.push(toInformation(entry));
    else {
      const link = entry.url === undefined ? undefined : links.length;
      if (entry.url !== undefined) links.push({ is: "url", url: entry.url, namedBy: entry });
      blocks.push({ is: "entry", name: toName(entry, link), details: listDetails(entry, style) });
    }
  }
  if (entries.length === 0)
    blocks.push({ is: "paragraph", spans: [{ text: say("No entries"), look: "dim" }] });
  if (note !== undefined) blocks.push({ is: "paragraph", gap: true, spans: [{ text: note, look: "error" }] });
  return { title, url, blocks, links, forms: [] };
}

function toInformation({ name, kind }: Entry): Block {
  const span: Span = kind === "error" ? { text: name, look: "error" } : { text: name };
  return { is: "verbatim", spans: [span], besideEntries: true };
}

function toName({ name, kind }: Entry, link: number | undefined): Span {
  const text = kind === "directory" && !name.endsWith("/") ? `${name}/` : name;
  return {
    text,
    ...(kind === "directory" && { look: "strong" }),
    ...(link !== undefined && { link }),
  };
}

/** Kinds that no word explains: a name alone is a file, and a "/" after it says that it is a directory. */
const PLAIN_KINDS: ReadonlySet<Entry["kind"]> = new Set(["file", "directory", "unknown", "link"]);

function listDetails(entry: Entry, { columns, details }: ListingStyle): readonly string[] {
  const { kind, unsafe, url } = entry;
  const shown = columns.filter(({ field }) => field !== "name" && field !== "kind");
  const others = details.filter(({ field }) => columns.every((column) => column.field !== field));
  return [
    ...(PLAIN_KINDS.has(kind) ? [] : [`(${say(kind)})`]),
    ...shown.flatMap((column) => formatDetail(entry, column, false)),
    ...others.flatMap((column) => formatDetail(entry, column, true)),
    ...(url === undefined && unsafe !== undefined ? [say(`(no URL: ${unsafe})`)] : []),
  ];
}

/** Maximum length of a value in a listing, in characters. */
const MAX_VALUE_LENGTH = 200;

/** @param isNamed a value that no column shows gets its title. */
function formatDetail(entry: Entry, { field, title, numeric }: Column, isNamed: boolean): readonly string[] {
  const value = readEntryField(entry, field);
  if (value === undefined || value === "" || field === "mediaType") return [];
  const text = formatValue(value, field);
  if (text === "") return [];
  return [isNamed || numeric === true ? `${say(title)} ${text}` : text];
}

function formatValue(value: string | number | Date, field: Column["field"]): string {
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 16).replace("T", " ");
  if (field === "size") return formatSize(Number(value));
  return redact(String(value)).slice(0, MAX_VALUE_LENGTH);
}
