import { octetsOf, textOf } from "./name.ts";
import { methodOf, prosperoPlace } from "./prospero-url.ts";
import type { Document, Folder } from "./tree.ts";

/** What a Prospero server serves: a tree of its own, and names that lead to other servers. */
export interface ProsperoWorld {
  /** As this server stands in a link: "127.0.0.1(1525)". */
  readonly here: string;
  readonly root: Folder;
  /** Does it give the octets of its documents itself? */
  readonly contents: boolean;
  /** By hsoname, what there is beside the tree. */
  readonly elsewhere: ReadonlyMap<string, Elsewhere>;
  /** By hsoname of a directory, the prospero URLs of those whose entries belong into it. */
  readonly unions: ReadonlyMap<string, readonly string[]>;
  /** By hsoname, the prospero URL where it is now. */
  readonly forwards: ReadonlyMap<string, string>;
}

/** A name that leads to another server. */
interface Elsewhere {
  /** Of ftp, gopher, wais, http, telnet: an external link. Of prospero: a link. */
  readonly urls: readonly string[];
}

/** What an hsoname of this server means. */
export type ProsperoObject =
  | { readonly kind: "directory"; readonly hsoname: string; readonly folder: Folder | undefined }
  | { readonly kind: "document"; readonly hsoname: string; readonly document: Document }
  | { readonly kind: "elsewhere"; readonly hsoname: string; readonly elsewhere: Elsewhere };

/** "", "/" and "//" are the root; a slash at the end of a name is none of it. */
export function plainName(hsoname: string): string {
  const name = `/${hsoname}`.replace(/^\/+/, "/").replace(/\/+$/, "");
  return name === "" ? "/" : name;
}

export function objectAt(world: ProsperoWorld, name: string): ProsperoObject | undefined {
  const hsoname = plainName(name);
  const elsewhere = world.elsewhere.get(hsoname);
  if (elsewhere !== undefined) return { kind: "elsewhere", hsoname, elsewhere };
  let node: Folder | Document | undefined = world.root;
  for (const segment of hsoname === "/" ? [] : hsoname.slice(1).split("/"))
    node = node?.kind === "folder" ? node.entries.get(segment) : undefined;
  if (node?.kind === "document") return { kind: "document", hsoname, document: node };
  // A directory may be there for nothing but the names in it that lead elsewhere.
  if (node === undefined && !hasNames(world, hsoname)) return undefined;
  return { kind: "directory", hsoname, folder: node };
}

function hasNames({ elsewhere, unions }: ProsperoWorld, directory: string): boolean {
  return unions.has(directory) || [...elsewhere.keys()].some((name) => name.startsWith(`${directory}/`));
}

/** The names in a directory, in the author's order, each with what it means. */
export function* entriesOf(
  world: ProsperoWorld,
  { hsoname, folder }: Extract<ProsperoObject, { kind: "directory" }>,
): Generator<readonly [name: string, object: ProsperoObject]> {
  const start = hsoname === "/" ? "/" : `${hsoname}/`;
  const names = new Set(folder?.entries.keys() ?? []);
  for (const name of world.elsewhere.keys())
    if (name.startsWith(start)) names.add(name.slice(start.length).split("/", 1)[0]!);
  for (const name of names) {
    const object = objectAt(world, start + name);
    if (object !== undefined) yield [name, object];
  }
}

/**
 * Names as the octets of a hsoname have them, and URLs that can be told of.
 *
 * @throws {TypeError} a URL that no link can say; a forward or union that is no prospero URL.
 */
export function checkedWorld(world: ProsperoWorld): ProsperoWorld {
  for (const { urls } of world.elsewhere.values())
    for (const url of urls)
      if (prosperoPlace(url) === undefined && methodOf(url) === undefined) throw unsaid(url);
  for (const url of [...world.forwards.values(), ...[...world.unions.values()].flat()])
    if (prosperoPlace(url) === undefined) throw unsaid(url);
  return world;
}

function unsaid(url: string): TypeError {
  return new TypeError(`no link of Prospero can say ${JSON.stringify(url)}`);
}

/** There and back, so that each name has one spelling. */
export function spelled(name: string): string {
  return textOf(octetsOf(plainName(name)));
}
