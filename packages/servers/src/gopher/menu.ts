import type { Folder, MenuLine, Node } from "../tree.ts";
import type { DescribedItem } from "./attributes.ts";
import type { GopherPlus } from "./plus.ts";
import { SEARCH_SELECTOR } from "./request.ts";
import { getGophertype } from "./type.ts";

/** The server of a menu's own items. */
interface Hostport {
  readonly host: string;
  readonly port: number;
}

/** The server, as its menus show it. */
export interface MenuServer extends Hostport {
  /** `undefined`: the server does not support Gopher+, and marks nothing. */
  readonly plus: GopherPlus | undefined;
}

/** Returns the items of a directory's menu, in order: those of the author, or else one for each entry. */
export function createMenuItems(
  folder: Folder,
  path: readonly string[],
  here: MenuServer,
): readonly DescribedItem[] {
  const lines = folder.menu?.flatMap((line) => createAuthorItems(line, folder, path, here));
  const items =
    lines ?? [...folder.entries].flatMap(([name, node]) => createNodeItem(name, node, [...path, name], here));
  return path.length === 0 ? [...items, ...createFormItems(folder, here)] : items;
}

/** Returns the item of one node; none if a menu cannot express its path. */
export function createNodeItem(
  display: string,
  node: Node,
  path: readonly string[],
  here: MenuServer,
): readonly DescribedItem[] {
  if (path.some((segment) => segment.includes("\t"))) return [];
  const gophertype = getGophertype(path.at(-1) ?? "", node);
  const selector = formatSelector(path);
  const own = {
    modified: node.modified,
    content: node.kind === "document" ? node.content : undefined,
    item: here.plus?.items?.get(selector),
  };
  return [{ line: formatItem(gophertype, display, selector, here, plusMark(here, "+")), gophertype, own }];
}

/** Finds the form with a selector. */
export function createFormItem(
  selector: string,
  folder: Folder,
  here: MenuServer,
): DescribedItem | undefined {
  const form = here.plus?.forms?.get(selector);
  if (form === undefined) return undefined;
  const line = formatItem("0", form.display, selector, here, "\t?");
  return { line, gophertype: "0", own: { modified: folder.modified, form } };
}

function createFormItems(folder: Folder, here: MenuServer): readonly DescribedItem[] {
  const selectors = [...(here.plus?.forms?.keys() ?? [])];
  return selectors
    .map((selector) => createFormItem(selector, folder, here))
    .filter((form) => form !== undefined);
}

/** Formats an error as an item of type 3, with a dummy host. */
export function formatErrorItem(text: string): string {
  return formatItem("3", text, "", { host: "error.host", port: 1 });
}

function createAuthorItems(
  line: MenuLine,
  folder: Folder,
  path: readonly string[],
  here: MenuServer,
): readonly DescribedItem[] {
  if (typeof line === "string")
    return [{ line: formatItem("i", line, "", { host: "null.host", port: 1 }), gophertype: "i" }];
  if ("entry" in line) {
    const node = folder.entries.get(line.entry);
    return node === undefined
      ? []
      : createNodeItem(line.display ?? line.entry, node, [...path, line.entry], here);
  }
  const { gophertype, display, selector, host } = line;
  const there =
    host === undefined ? { host: here.host, port: line.port ?? here.port } : { host, port: line.port ?? 70 };
  // The only own item of this server that is not a document is the search.
  const search = host === undefined && selector === SEARCH_SELECTOR;
  const marked = search ? plusMark(here, "+") : "";
  return [
    {
      line: formatItem(gophertype, display, selector, there, marked),
      gophertype,
      ...(search && { own: { modified: folder.modified } }),
    },
  ];
}

function plusMark({ plus }: MenuServer, as: "+" | "?"): string {
  return plus === undefined ? "" : `\t${as}`;
}

/**
 * Formats DirEntity = Type User_Name Tab Selector Tab Host Tab Port [ Tab G+Field ] (RFC 1436, Gopher+, appendices).
 */
function formatItem(
  gophertype: string,
  display: string,
  selector: string,
  at: Hostport,
  marked = "",
): string {
  return `${gophertype}${display}\t${selector}\t${at.host}\t${at.port}${marked}`;
}

function formatSelector(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
