import {
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { octetsOf, textOf } from "@anyurl/core";
import { type Document, document, type Folder, folder } from "@anyurl/servers";
import fc from "fast-check";

/** A file, a directory, or a symbolic link to a target. */
type Node =
  | { readonly size: number; readonly seed: number }
  | { readonly below: ReadonlyMap<string, Node> }
  | { readonly link: string };
export type Tree = ReadonlyMap<string, Node>;

/** Where no link of a tree may lead. Its path begins beside the tree. */
export const OUTSIDE = "outside-of-the-tree";

/** Names that people and other systems have, that some systems forbid, or that deceive. */
const NAMES: readonly string[] = [
  ...[
    "a",
    "A",
    "b.txt",
    "B.TXT",
    "é",
    "e\u0301",
    "日本",
    "sp ace",
    " ",
    "x ",
    "x.",
    ".hidden",
    "-rf",
    "~",
    "#a",
    "%41",
  ],
  ...[
    "%",
    "%0A",
    "100%",
    "con",
    "a:b",
    "a\\b",
    "what?",
    'q"',
    "<x>",
    "|",
    "*",
    "new\nline",
    "cr\r",
    "tab\t",
    "\x7f",
  ],
  ...[
    "rtl\u202e.txt",
    "zero\u200b",
    "\u2028",
    "raw\udcff",
    "\udc80",
    "a;type=a",
    "a;b",
    "...",
    "..x",
    "x".repeat(255),
  ],
];

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 20 })
    // The spelling that the client gives to a name.
    .map((text) => textOf(new TextEncoder().encode(text)))
    .filter((text) => !/[/\0]/.test(text) && text !== "." && text !== ".."),
);

/** A path of these is not too long. */
const shortName = name.filter((text) => text.length < 100);

const file = fc.record({
  size: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0, max: 40 }) },
    fc.constantFrom(0, 65_536, 300_001, 1_100_000),
  ),
  seed: fc.nat({ max: 255 }),
});
const link = fc.record({
  link: fc.oneof(
    fc.constantFrom(".", "..", "../..", "nothing", `../${OUTSIDE}`, `../../${OUTSIDE}`, "/etc/hostname"),
    fc.constantFrom(...NAMES),
  ),
});

/** Trees of some levels. @param links with symbolic links. */
export function treeOf(links: boolean, maxDepth = 5): fc.Arbitrary<Tree> {
  const { tree } = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth, depthIdentifier: "tree" },
      { weight: 5, arbitrary: file },
      ...(links ? [{ weight: 1, arbitrary: link }] : []),
      { weight: 3, arbitrary: tie("tree").map((below) => ({ below })) },
      // A chain of directories.
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.array(shortName, { minLength: 5, maxLength: 12 }), file)
          .map(([names, leaf]) =>
            names.reduceRight<Node>((below, each) => ({ below: new Map([[each, below]]) }), leaf),
          ),
      },
    ),
    tree: fc
      .array(fc.tuple(name, tie("node")), { maxLength: 6, depthIdentifier: "tree" })
      .map((all) => new Map(all)),
  }));
  return tree;
}

export function contentOf({ size, seed }: { readonly size: number; readonly seed: number }): Uint8Array {
  const bytes = new Uint8Array(size);
  // The rest repeats the first bytes.
  const period = Math.min(size, PERIOD);
  for (let i = 0; i < period; i++) bytes[i] = i * 7 + (i >> 8) + seed;
  for (let i = period; i < size; i += PERIOD) bytes.copyWithin(i, 0, Math.min(PERIOD, size - i));
  return bytes;
}

/** Bytes after which the formula of the contents gives the same bytes again. */
const PERIOD = 65_536;

/** Returns the path of a local file, byte for byte. */
function localPath(root: string, path: readonly string[]): Buffer {
  return Buffer.concat([Buffer.from(root), ...path.flatMap((each) => [Buffer.from("/"), octetsOf(each)])]);
}

/** Writes a tree to the disk. What is older is removed first. @param time of the files, in milliseconds. */
export function writeTree(root: string, tree: Tree, time: number): void {
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  const write = (below: Tree, path: readonly string[]): void => {
    for (const [each, node] of below) {
      const at = localPath(root, [...path, each]);
      if ("below" in node) {
        mkdirSync(at);
        write(node.below, [...path, each]);
      } else if ("link" in node) {
        symlinkSync(Buffer.from(octetsOf(node.link)), at);
        lutimesSync(at, time / 1000, time / 1000);
      } else {
        writeFileSync(at, contentOf(node));
        utimesSync(at, time / 1000, time / 1000);
      }
    }
  };
  write(tree, []);
}

/** Returns a tree as an embedded server has it. */
export function toFolder(tree: Tree, time: number): Folder {
  const entries: [string, Folder | Document][] = [];
  for (const [each, node] of tree) {
    // Names with these characters do not exist on the server.
    if (/[\r\n]/.test(each)) continue;
    if ("below" in node) entries.push([each, toFolder(node.below, time)]);
    else if ("size" in node) entries.push([each, document(contentOf(node), { modified: new Date(time) })]);
  }
  return folder(entries.map(([each, node]) => [octetsOf(each), node] as const));
}

/** The result of looking at a path: the bytes of a file, a directory with its names, or nothing. */
export type Seen = Uint8Array | readonly string[] | undefined;

/** Looks at a local path, and follows links. */
export function seeLocal(root: string, path: readonly string[]): Seen {
  const at = localPath(root, path);
  try {
    if (!statSync(at).isDirectory()) return readFileSync(at);
    return readdirSync(at, { encoding: "buffer" }).map((each) => textOf(each));
  } catch {
    return undefined;
  }
}

/** Looks at a path of an embedded server. */
export function seeFolder(root: Folder, path: readonly string[]): Seen {
  let node: Document | Folder | undefined = root;
  for (const each of path) node = node?.kind === "folder" ? node.entries.get(each) : undefined;
  if (node === undefined) return undefined;
  if (node.kind === "folder") return [...node.entries.keys()];
  return node.content instanceof Uint8Array ? node.content : undefined;
}
