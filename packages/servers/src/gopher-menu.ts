import { gophertypeOf } from "./gopher-type.ts";
import type { Folder, MenuLine, Node } from "./tree.ts";

/** Where a menu's own items are to be had. */
export interface Hostport {
  readonly host: string;
  readonly port: number;
}

/** The lines of a folder's menu, without line ends: the author's, or else one for each entry. */
export function menuOf(folder: Folder, path: readonly string[], here: Hostport): readonly string[] {
  if (folder.menu !== undefined) return folder.menu.flatMap((line) => menuLine(line, folder, path, here));
  return [...folder.entries].flatMap(([name, node]) => nodeLine(name, node, [...path, name], here));
}

/** The line of one node; none for a node whose path a menu cannot say. */
export function nodeLine(
  display: string,
  node: Node,
  path: readonly string[],
  here: Hostport,
): readonly string[] {
  const name = path.at(-1) ?? "";
  return path.some((segment) => segment.includes("\t"))
    ? []
    : [item(gophertypeOf(name, node), display, selectorOf(path), here)];
}

/** An item of type 3, as an answer by itself; its host is nobody's. */
export function errorLine(text: string): string {
  return item("3", text, "", { host: "error.host", port: 1 });
}

function menuLine(
  line: MenuLine,
  folder: Folder,
  path: readonly string[],
  here: Hostport,
): readonly string[] {
  if (typeof line === "string") return [item("i", line, "", { host: "null.host", port: 1 })];
  if ("entry" in line) {
    const node = folder.entries.get(line.entry);
    return node === undefined ? [] : nodeLine(line.display ?? line.entry, node, [...path, line.entry], here);
  }
  const there =
    line.host === undefined
      ? { host: here.host, port: line.port ?? here.port }
      : { host: line.host, port: line.port ?? 70 };
  return [item(line.gophertype, line.display, line.selector, there)];
}

/** DirEntity = Type User_Name Tab Selector Tab Host Tab Port   (RFC 1436, appendix) */
function item(gophertype: string, display: string, selector: string, { host, port }: Hostport): string {
  return `${gophertype}${display}\t${selector}\t${host}\t${port}`;
}

function selectorOf(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
