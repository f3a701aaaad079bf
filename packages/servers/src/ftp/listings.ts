import { contentSize } from "../library/content.ts";
import { formatTimeVal } from "../time-val.ts";
import type { Folder, Node } from "../tree.ts";
import { joinPath, type ResolvedNode } from "./path.ts";

/** The facts of MLSx that this server supports (RFC 3659 §7.5). */
export type Fact = "type" | "size" | "modify" | "perm";

export const FACTS: readonly Fact[] = ["type", "size", "modify", "perm"];

/** The facts to send, and whether the user can write. */
export interface View {
  readonly facts: readonly Fact[];
  readonly mayWrite: boolean;
}

/** Formats LIST: the lines of `ls -l`, for people (RFC 959 §4.1.3). */
export function formatList(place: ResolvedNode): readonly string[] {
  return listEntries(place).map(([name, node]) => formatListLine(name, node));
}

/** Formats NLST: one name per line. */
export function formatNames(place: ResolvedNode, prefix: string): readonly string[] {
  const names = listEntries(place).map(([name]) => name);
  return place.node.kind === "folder" ? names.map((name) => prefix + name) : names;
}

/** Formats MLSD: the directory itself, its parent, and then its entries (RFC 3659 §7.2). */
export function formatMlsd({ path, node }: ResolvedNode<Folder>, view: View): readonly string[] {
  const lines = [formatEntry(node, "cdir", joinPath(path), view)];
  if (path.length > 0) lines.push(formatEntry(undefined, "pdir", joinPath(path.slice(0, -1)), view));
  for (const [name, child] of node.entries) lines.push(formatEntry(child, getEntryType(child), name, view));
  return lines;
}

/** Formats MLST: one entry, with its full pathname. */
export function formatMlst({ path, node }: ResolvedNode, view: View): string {
  return formatEntry(node, getEntryType(node), joinPath(path), view);
}

function listEntries({ path, node }: ResolvedNode): readonly (readonly [string, Node])[] {
  return node.kind === "folder" ? [...node.entries] : [[path.at(-1) ?? "/", node]];
}

const MONTHS: readonly string[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** For dates within these milliseconds `ls` shows the time of day, otherwise the year. */
const HALF_YEAR_MS: number = 182 * 24 * 60 * 60 * 1000;

function formatListLine(name: string, node: Node): string {
  const time = node.modified;
  const age = Date.now() - time.getTime();
  const month = MONTHS[time.getUTCMonth()];
  const day = String(time.getUTCDate()).padStart(2, "0");
  const hour =
    age >= 0 && age < HALF_YEAR_MS
      ? time.toISOString().slice(11, 16)
      : String(time.getUTCFullYear()).padStart(5, " ");
  const [mode, links, size] =
    node.kind === "folder"
      ? ["drwxr-xr-x", 2 + countSubfolders(node), 0]
      : ["-rw-r--r--", 1, contentSize(node.content)];
  const columns = [mode, String(links).padStart(3), "ftp     ", "ftp     ", String(size).padStart(12)];
  return `${columns.join(" ")} ${month} ${day} ${hour} ${name}`;
}

function countSubfolders({ entries }: Folder): number {
  return [...entries.values()].filter((node) => node.kind === "folder").length;
}

type EntryType = "file" | "dir" | "cdir" | "pdir";

function getEntryType(node: Node): EntryType {
  return node.kind === "folder" ? "dir" : "file";
}

/** Formats entry = [ facts ] SP pathname, facts = 1*( fact ";" )   (RFC 3659 §7.2). */
function formatEntry(
  node: Node | undefined,
  type: EntryType,
  pathname: string,
  { facts, mayWrite }: View,
): string {
  const known: Readonly<Record<Fact, string | undefined>> = {
    type,
    size: node?.kind === "document" ? String(contentSize(node.content)) : undefined,
    modify: node && formatTimeVal(node.modified),
    perm: mayWrite ? formatWritablePerm(node, type, pathname === "/") : type === "file" ? "r" : "el",
  };
  const said = facts.map((fact) => (known[fact] === undefined ? "" : `${fact}=${known[fact]};`));
  return `${said.join("")} ${pathname}`;
}

/** "d" means that RMD is possible, so only an empty directory has it (RFC 3659 §7.5.5). */
function formatWritablePerm(node: Node | undefined, type: EntryType, isRoot: boolean): string {
  if (type === "file") return "adfrw";
  const isEmpty = node?.kind === "folder" && node.entries.size === 0;
  return `c${isEmpty && !isRoot ? "d" : ""}e${isRoot ? "" : "f"}lmp`;
}
