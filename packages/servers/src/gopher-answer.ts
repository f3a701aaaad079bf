import { type Content, chunksOf, networkLines } from "./content.ts";
import { errorLine, type Hostport, menuOf } from "./gopher-menu.ts";
import { search } from "./gopher-search.ts";
import { gophertypeOf } from "./gopher-type.ts";
import { octetsOf } from "./name.ts";
import type { Folder, Node } from "./tree.ts";
import { redirectPage } from "./url-page.ts";

/** What is said to a request: lines up to a Lastline, or octets up to the end of the connection. */
export type Answer =
  | { readonly kind: "menu"; readonly lines: readonly string[] }
  | { readonly kind: "text"; readonly content: Content }
  | { readonly kind: "octets"; readonly content: Content };

/**
 * request = selector [ HT search [ HT gopher+_string ] ]. What else follows, Gopher+ included, is ignored, as
 * a server without it does.
 */
export function answerTo(request: string, root: Folder, here: Hostport): Answer {
  const [selector = "", words] = request.split("\t", 2);
  const path = segmentsOf(selector);
  const node = walk(root, path);
  if (node?.kind === "folder") return menu(menuOf(node, path, here));
  if (node !== undefined) {
    const text = gophertypeOf(path.at(-1) ?? "", node) === "0";
    return { kind: text ? "text" : "octets", content: node.content };
  }
  if (selector === "/search") {
    return menu(isBlank(words) ? [errorLine("A search needs words.")] : search(root, words ?? "", here));
  }
  const page = redirectPage(selector);
  if (page !== undefined) return { kind: "octets", content: octetsOf(page) };
  // The selector is not repeated: it may hold what no terminal should see.
  return menu([errorLine("There is nothing by that selector.")]);
}

/**
 * The answer as octets. Without `lastline` as some servers do it: text as it is stored, and no "." at the
 * end.
 */
export function* wireOf(answer: Answer, lastline: boolean): Generator<Uint8Array> {
  if (answer.kind === "octets" || (answer.kind === "text" && !lastline)) {
    return yield* chunksOf(answer.content);
  }
  if (answer.kind === "text") return yield* textEntity(answer.content);
  const end = lastline ? ".\r\n" : "";
  yield octetsOf(answer.lines.map((line) => `${line}\r\n`).join("") + end);
}

function menu(lines: readonly string[]): Answer {
  return { kind: "menu", lines };
}

function isBlank(words: string | undefined): boolean {
  return words === undefined || words.trim() === "";
}

/** "/a/b", "a/b" and "/a/b/" are one. A "//" is nothing: no menu here says so. */
function segmentsOf(selector: string): readonly string[] {
  const from = selector.startsWith("/") ? 1 : 0;
  const to = selector.endsWith("/") && selector.length > from ? selector.length - 1 : selector.length;
  return from === to ? [] : selector.slice(from, to).split("/");
}

function walk(root: Folder, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const segment of path) {
    if (node?.kind !== "folder") return undefined;
    node = node.entries.get(segment);
  }
  return node;
}

const DOT = 0x2e;
const LF = 0x0a;
const LASTLINE: Uint8Array = octetsOf(".\r\n");

/** TextFile = { TextBlock } Lastline: a line that begins with a dot gets one more (RFC 1436, appendix). */
function* textEntity(content: Content): Generator<Uint8Array> {
  let last = LF;
  for (const chunk of networkLines(chunksOf(content))) {
    yield stuffed(chunk, last);
    last = chunk.at(-1) ?? last;
  }
  if (last !== LF) yield octetsOf("\r\n");
  yield LASTLINE;
}

function stuffed(chunk: Uint8Array, before: number): Uint8Array {
  const begins = (at: number): boolean => (at === 0 ? before : chunk[at - 1]) === LF;
  const dots: number[] = [];
  for (let at = chunk.indexOf(DOT); at >= 0; at = chunk.indexOf(DOT, at + 1)) if (begins(at)) dots.push(at);
  if (dots.length === 0) return chunk;
  const result = new Uint8Array(chunk.length + dots.length);
  let from = 0;
  dots.forEach((at, more) => {
    result.set(chunk.subarray(from, at), from + more);
    result[at + more] = DOT;
    from = at;
  });
  result.set(chunk.subarray(from), from + dots.length);
  return result;
}
