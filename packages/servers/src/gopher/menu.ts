import type { Folder, MenuLine, Node } from "../tree.ts";
import type { Described } from "./attributes.ts";
import type { GopherPlus } from "./plus.ts";
import { SEARCH } from "./request.ts";
import { gophertypeOf } from "./type.ts";

/** The server of a menu's own items. */
interface Hostport {
  readonly host: string;
  readonly port: number;
}

/** The server, as its menus show it. */
export interface Here extends Hostport {
  /** `undefined`: the server does not support Gopher+, and marks nothing. */
  readonly plus: GopherPlus | undefined;
}

/** Returns the items of a directory's menu, in order: those of the author, or else one for each entry. */
export function menuOf(folder: Folder, path: readonly string[], here: Here): readonly Described[] {
  const lines = folder.menu?.flatMap((line) => menuLine(line, folder, path, here));
  const items =
    lines ?? [...folder.entries].flatMap(([name, node]) => nodeItem(name, node, [...path, name], here));
  return path.length === 0 ? [...items, ...formItems(folder, here)] : items;
}

/** Returns the item of one node; none if a menu cannot express its path. */
export function nodeItem(
  display: string,
  node: Node,
  path: readonly string[],
  here: Here,
): readonly Described[] {
  if (path.some((segment) => segment.includes("\t"))) return [];
  const gophertype = gophertypeOf(path.at(-1) ?? "", node);
  const selector = selectorOf(path);
  const own = {
    modified: node.modified,
    content: node.kind === "document" ? node.content : undefined,
    item: here.plus?.items?.get(selector),
  };
  return [{ line: item(gophertype, display, selector, here, mark(here, "+")), gophertype, own }];
}

/** Finds the form with a selector. */
export function formItem(selector: string, folder: Folder, here: Here): Described | undefined {
  const form = here.plus?.forms?.get(selector);
  if (form === undefined) return undefined;
  const line = item("0", form.display, selector, here, "\t?");
  return { line, gophertype: "0", own: { modified: folder.modified, form } };
}

function formItems(folder: Folder, here: Here): readonly Described[] {
  const selectors = [...(here.plus?.forms?.keys() ?? [])];
  return selectors.map((selector) => formItem(selector, folder, here)).filter((form) => form !== undefined);
}

/** Formats an error as an item of type 3, with a dummy host. */
export function errorLine(text: string): string {
  return item("3", text, "", { host: "error.host", port: 1 });
}

function menuLine(line: MenuLine, folder: Folder, path: readonly string[], here: Here): readonly Described[] {
  if (typeof line === "string")
    return [{ line: item("i", line, "", { host: "null.host", port: 1 }), gophertype: "i" }];
  if ("entry" in line) {
    const node = folder.entries.get(line.entry);
    return node === undefined ? [] : nodeItem(line.display ?? line.entry, node, [...path, line.entry], here);
  }
  const { gophertype, display, selector, host } = line;
  const there =
    host === undefined ? { host: here.host, port: line.port ?? here.port } : { host, port: line.port ?? 70 };
  // The only own item of this server that is not a document is the search.
  const search = host === undefined && selector === SEARCH;
  const marked = search ? mark(here, "+") : "";
  return [
    {
      line: item(gophertype, display, selector, there, marked),
      gophertype,
      ...(search && { own: { modified: folder.modified } }),
    },
  ];
}

function mark({ plus }: Here, as: "+" | "?"): string {
  return plus === undefined ? "" : `\t${as}`;
}

/**
 * Formats DirEntity = Type User_Name Tab Selector Tab Host Tab Port [ Tab G+Field ] (RFC 1436, Gopher+, appendices).
 */
function item(gophertype: string, display: string, selector: string, at: Hostport, marked = ""): string {
  return `${gophertype}${display}\t${selector}\t${at.host}\t${at.port}${marked}`;
}

function selectorOf(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
