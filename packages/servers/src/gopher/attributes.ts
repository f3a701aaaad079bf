import { type Content, contentSize } from "../library/content.ts";
import { formatTimeVal } from "../time-val.ts";
import type { GopherPlus, PlusForm, PlusItem, PlusView } from "./plus.ts";
import { DEFAULT_ADMIN, getViewContent } from "./plus.ts";

/** An item with its attributes. */
export interface DescribedItem {
  /** Its line in a menu, including the Gopher+ mark. */
  readonly line: string;
  readonly gophertype: string;
  /** Absent: an item of another server, with unknown attributes. */
  readonly own?: {
    readonly modified: Date;
    readonly content?: Content | undefined;
    readonly item?: PlusItem | undefined;
    readonly form?: PlusForm | undefined;
  };
}

/**
 * Formats the attributes of an item as lines (Gopher+, appendix I): +INFO always; of the other blocks those that are
 * named, or all.
 *
 * @param names for example "+VIEWS"; empty for all.
 */
export function formatAttributes(
  described: DescribedItem,
  names: readonly string[],
  { admin = DEFAULT_ADMIN }: GopherPlus,
): readonly string[] {
  const { line, own } = described;
  if (own === undefined) return [`+INFO: ${line}`];
  const { modified, item, form } = own;
  const blocks: (readonly [name: string, lines: readonly string[]])[] = [
    ["+ADMIN", [`Admin: ${admin}`, `Mod-Date: ${modified.toUTCString()} <${formatTimeVal(modified)}>`]],
    ["+VIEWS", listViews(described).map(formatView)],
    ["+ABSTRACT", item?.abstract?.split("\n") ?? []],
    ["+ASK", form?.ask ?? []],
    ...(item?.blocks ?? []),
  ];
  return [
    `+INFO: ${line}`,
    ...blocks
      .filter(([name, lines]) => lines.length > 0 && (names.length === 0 || names.includes(name)))
      .flatMap(([name, lines]) => [`${name}:`, ...lines.map((each) => ` ${each}`)]),
  ];
}

/** A view: its type, optionally a language and a size. */
type ViewLabel = Pick<PlusView, "type" | "language"> & { readonly size?: number };

/** Returns the views of an item; the document itself is first. */
export function listViews({ gophertype, own }: DescribedItem): readonly ViewLabel[] {
  const { item, content, form } = own ?? {};
  if (form !== undefined) return [];
  const itself: ViewLabel = {
    type: VIEWS.get(gophertype) ?? "application/octet-stream",
    ...(item?.language !== undefined && { language: item.language }),
    ...(content !== undefined && { size: contentSize(content) }),
  };
  const others = item?.views ?? [];
  return [itself, ...others.map((view) => ({ ...view, size: contentSize(getViewContent(view)) }))];
}

const VIEWS: ReadonlyMap<string, string> = new Map([
  ["0", "Text/plain"],
  ["1", "application/gopher-menu"],
  ["7", "application/gopher-menu"],
  ["g", "image/gif"],
  ["h", "text/html"],
]);

/** Content-Type[ viewLanguage]: [<56K>] */
function formatView({ type, language, size }: ViewLabel): string {
  const label = language === undefined ? type : `${type} ${language}`;
  // The university's own server writes ".5k".
  const inK = size === undefined ? "" : ` <${(size / 1024).toFixed(1).replace(/^0/, "")}k>`;
  return `${label}:${inK}`;
}
