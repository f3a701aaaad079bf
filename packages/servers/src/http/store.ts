import { textOf } from "../name.ts";
import { document, type Folder, type Node } from "../tree.ts";

/** A writable tree: changes are stored on top of the given tree. */
export class HttpStore {
  readonly #root: Folder;
  /** By joined segments; `undefined`: deleted. */
  readonly #changes: Map<string, Node | undefined> = new Map();

  constructor(root: Folder) {
    this.#root = root;
  }

  /** Returns the node at a path of segments. */
  at(path: readonly string[]): Node | undefined {
    const key = toPathKey(path);
    if (this.#changes.has(key)) return this.#changes.get(key);
    let node: Node | undefined = this.#root;
    for (const segment of path) {
      if (node?.kind !== "folder") return undefined;
      node = node.entries.get(segment);
    }
    return node;
  }

  /** Stores a document. "no place": the parent directory does not exist, or a directory has this name. */
  put(path: readonly string[], octets: Uint8Array): "created" | "replaced" | "no place" {
    const before = this.at(path);
    if (path.length === 0 || before?.kind === "folder") return "no place";
    if (this.at(path.slice(0, -1))?.kind !== "folder") return "no place";
    this.#changes.set(toPathKey(path), document(octets, { modified: new Date() }));
    return before === undefined ? "created" : "replaced";
  }

  /** Returns false if the document does not exist. */
  remove(path: readonly string[]): boolean {
    if (this.at(path)?.kind !== "document") return false;
    this.#changes.set(toPathKey(path), undefined);
    return true;
  }
}

/** Returns the decoded segments of a request target; `undefined` if a name is invalid or a dot segment. */
export function parsePath(target: string): readonly string[] | undefined {
  const path = target.split("?", 1)[0]!;
  if (!path.startsWith("/")) return undefined;
  const segments = path.slice(1).split("/");
  if (segments.at(-1) === "") segments.pop();
  const names = segments.map(decodeSegment);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function decodeSegment(segment: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(segment)) return undefined;
  const octets = Buffer.from(
    segment.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    ),
    "latin1",
  );
  const name = textOf(Uint8Array.from(octets));
  return name === "" || name === "." || name === ".." || /[/\0]/.test(name) ? undefined : name;
}

function toPathKey(path: readonly string[]): string {
  return path.join("/");
}
