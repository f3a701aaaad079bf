import { octetsOf, textOf } from "@anyurl/core";
import { type Document, type Folder, findNode } from "../tree.ts";
import { parseProsperoUrl, toAccessMethod } from "./url.ts";

/** The data of a Prospero server: its tree, and names that link to other servers. */
export interface ProsperoServerState {
  /** The server's name in links: "127.0.0.1(1525)". */
  readonly here: string;
  readonly root: Folder;
  /** Whether the server itself sends the contents of its documents. */
  readonly contents: boolean;
  /** By hsoname, the names in addition to the tree. */
  readonly elsewhere: ReadonlyMap<string, RemoteLink>;
  /** By hsoname of a directory, the prospero URLs of directories whose entries are included. */
  readonly unions: ReadonlyMap<string, readonly string[]>;
  /** By hsoname, the prospero URL of the new location. */
  readonly forwards: ReadonlyMap<string, string>;
}

/** A name that links to another server. */
interface RemoteLink {
  /** A URL of ftp, gopher, wais, http, telnet: an external link. A prospero URL: a link. */
  readonly urls: readonly string[];
}

/** Resolves an hsoname of this server. */
export type ProsperoObject =
  | { readonly kind: "directory"; readonly hsoname: string; readonly folder: Folder | undefined }
  | { readonly kind: "document"; readonly hsoname: string; readonly document: Document }
  | { readonly kind: "elsewhere"; readonly hsoname: string; readonly elsewhere: RemoteLink };

/** "", "/" and "//" are the root; a final slash is not part of a name. */
export function normalizeHsoname(hsoname: string): string {
  const name = `/${hsoname}`.replace(/^\/+/, "/").replace(/\/+$/, "");
  return name === "" ? "/" : name;
}

export function resolveObject(world: ProsperoServerState, name: string): ProsperoObject | undefined {
  const hsoname = normalizeHsoname(name);
  const elsewhere = world.elsewhere.get(hsoname);
  if (elsewhere !== undefined) return { kind: "elsewhere", hsoname, elsewhere };
  const node = findNode(world.root, hsoname === "/" ? [] : hsoname.slice(1).split("/"));
  if (node?.kind === "document") return { kind: "document", hsoname, document: node };
  // A directory can exist only because of the links in it.
  if (node === undefined && !hasEntries(world, hsoname)) return undefined;
  return { kind: "directory", hsoname, folder: node };
}

function hasEntries({ elsewhere, unions }: ProsperoServerState, directory: string): boolean {
  return unions.has(directory) || [...elsewhere.keys()].some((name) => name.startsWith(`${directory}/`));
}

/** Returns the names in a directory, in the author's order, with their objects. */
export function* listEntries(
  world: ProsperoServerState,
  { hsoname, folder }: Extract<ProsperoObject, { kind: "directory" }>,
): Generator<readonly [name: string, object: ProsperoObject]> {
  const start = hsoname === "/" ? "/" : `${hsoname}/`;
  const names = new Set(folder?.entries.keys() ?? []);
  for (const name of world.elsewhere.keys())
    if (name.startsWith(start)) names.add(name.slice(start.length).split("/", 1)[0]!);
  for (const name of names) {
    const object = resolveObject(world, start + name);
    if (object !== undefined) yield [name, object];
  }
}

/**
 * Normalizes names as they appear in an hsoname, and checks URLs.
 *
 * @throws {TypeError} a link cannot express a URL; a forward or union is not a prospero URL.
 */
export function validateTree(world: ProsperoServerState): ProsperoServerState {
  for (const { urls } of world.elsewhere.values())
    for (const url of urls)
      if (parseProsperoUrl(url) === undefined && toAccessMethod(url) === undefined)
        throw invalidLinkError(url);
  for (const url of [...world.forwards.values(), ...[...world.unions.values()].flat()])
    if (parseProsperoUrl(url) === undefined) throw invalidLinkError(url);
  return world;
}

function invalidLinkError(url: string): TypeError {
  return new TypeError(`a Prospero link cannot express ${JSON.stringify(url)}`);
}

/** Decode and encode, so that each name has one normal form. */
export function normalizeName(name: string): string {
  return textOf(octetsOf(normalizeHsoname(name)));
}
