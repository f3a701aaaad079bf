import { type Folder, folder, library, type Node, patternDocument } from "@anyurl/servers";

/** Returns the sample library, and documents that are too large for one chunk. */
export function documents(): Folder {
  const large = folder({
    "one-segment.bin": patternDocument(1_400),
    "one-chunk.bin": patternDocument(64 * 1024),
    "several-chunks.bin": patternDocument(300_000),
    "more-than-buffers.bin": patternDocument(3_000_000),
    "long.txt": Array.from({ length: 4_000 }, (_, i) => `line ${i}${".".repeat(i % 9)}\n`).join(""),
  });
  const books = library();
  // A menu written by an author would not list this folder.
  return folder([...books.entries, ["large", large]]);
}

/** A few documents in a tree for copying. */
export function smallTree(): Folder {
  return folder({
    "a.txt": "one line\n",
    b: folder({ "c.bin": octetsFrom(7, 5_000), d: folder({ "e f.txt": "deep down" }) }),
    "empty.bin": "",
    "g.bin": octetsFrom(11, 70_000),
  });
}

/** Returns bytes that depend on their offset. */
export function octetsFrom(start: number, size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (start + i + (i >> 8)) % 253);
}

/** Yields all documents of a folder, with their paths. */
export function* documentsIn(
  { entries }: Folder,
  above: readonly string[] = [],
): Generator<readonly [path: readonly string[], octets: Uint8Array]> {
  for (const [name, node] of entries) {
    if (node.kind === "folder") yield* documentsIn(node, [...above, name]);
    else yield [[...above, name], readDocument(node)];
  }
}

export function readDocument({ content }: Extract<Node, { kind: "document" }>): Uint8Array {
  return content instanceof Uint8Array ? content : Buffer.concat([...content.chunks()]);
}

/** Returns the node at the end of a path. */
export function nodeAt(root: Folder, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
  return node;
}

/** Returns the bytes as a source with one chunk. */
export async function* inOnePiece(octets: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield octets;
}
