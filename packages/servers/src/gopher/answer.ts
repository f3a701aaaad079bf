import { type Content, chunksOf, networkLines, sizeOf } from "../library/content.ts";
import { redirectPage } from "../library/url-page.ts";
import { octetsOf } from "../name.ts";
import type { Folder, Node } from "../tree.ts";
import { attributeLines, type Described, viewsOf } from "./attributes.ts";
import { errorLine, formItem, type Here, menuOf, nodeItem } from "./menu.ts";
import { ADMIN, contentOf, type GopherPlus, type PlusView } from "./plus.ts";
import { type GopherRequest, SEARCH } from "./request.ts";
import { search } from "./search.ts";
import { gophertypeOf } from "./type.ts";

/** How texts are framed: as RFC 1436 defines it, as they are stored, or as the university's own server did. */
export type Framing = "lastline" | "stored" | "umn";

/** The response to a request: lines up to a Lastline, or bytes up to the end of the connection. */
export type Answer =
  | { readonly kind: "menu"; readonly lines: readonly string[] }
  | { readonly kind: "text"; readonly content: Content }
  | { readonly kind: "octets"; readonly content: Content }
  /** For a request of Gopher+ (§2.3 of its text): after a head, up to a Lastline, or with a byte count. */
  | { readonly kind: "plus lines"; readonly head: "+-1" | "--1"; readonly lines: readonly string[] }
  | { readonly kind: "plus octets"; readonly content: Content; readonly text: boolean };

/** Answers a request. Unexpected search words are ignored. */
export function answerTo(request: GopherRequest, root: Folder, here: Here, framing: Framing): Answer {
  if (request.plus !== undefined && here.plus !== undefined) {
    return plusAnswer(request, root, { ...here, plus: here.plus });
  }
  const { selector, words } = request;
  const path = segmentsOf(selector);
  const node = walk(root, path);
  if (node?.kind === "folder") return menu(linesOf(menuOf(node, path, here)));
  if (node !== undefined) {
    const text = gophertypeOf(path.at(-1) ?? "", node) === "0";
    return { kind: text ? "text" : "octets", content: node.content };
  }
  if (selector === SEARCH) {
    return menu(
      isBlank(words) ? [errorLine("A search needs words.")] : linesOf(search(root, words ?? "", here)),
    );
  }
  if (here.plus?.forms?.has(selector) === true)
    return menu([errorLine("This item requires a form and a client that supports Gopher+.")]);
  const page = redirectPage(selector);
  if (page !== undefined) return { kind: "octets", content: octetsOf(page) };
  if (framing === "umn") return menu([`0'${selector}' does not exist!!\t\terror.host\t1`]);
  // Do not repeat the selector: it can contain control sequences for a terminal.
  return menu([errorLine(NOTHING)]);
}

const NOTHING = "There is nothing by that selector.";

/** Returns the response to a request of Gopher+, without its head. */
function plusAnswer(
  request: GopherRequest,
  root: Folder,
  here: Here & { readonly plus: GopherPlus },
): Answer {
  const { selector, words, plus = "+", data } = request;
  const path = segmentsOf(selector);
  const node = walk(root, path);
  const form = formItem(selector, root, here);
  const described = form ?? itemAt(selector, path, node, root, here);
  if (described === undefined) return refusal(here.plus, NOTHING);
  const names = namesOf(plus.slice(1));
  if (plus.startsWith("!")) return plusLines(attributeLines(described, names, here.plus));
  if (plus.startsWith("$")) {
    if (node?.kind !== "folder") return refusal(here.plus, "This is no menu.");
    const items = menuOf(node, path, here).filter(({ gophertype }) => gophertype !== "i");
    return plusLines(items.flatMap((item) => attributeLines(item, names, here.plus)));
  }
  if (form !== undefined) return formAnswer(form, data, here.plus);
  if (selector === SEARCH && node === undefined) {
    return isBlank(words)
      ? refusal(here.plus, "A search needs words.")
      : plusLines(linesOf(search(root, words ?? "", here)));
  }
  const view = viewNamed(described, plus.slice(1));
  if (view === undefined) return refusal(here.plus, "There is no such view.");
  if (view !== "itself") return { kind: "plus octets", content: contentOf(view), text: true };
  if (node?.kind === "folder") return plusLines(linesOf(menuOf(node, path, here)));
  return node === undefined
    ? refusal(here.plus, NOTHING)
    : { kind: "plus octets", content: node.content, text: described.gophertype === "0" };
}

/** Finds the item with a selector, as the menu that contains it shows it. */
function itemAt(
  selector: string,
  path: readonly string[],
  node: Node | undefined,
  root: Folder,
  here: Here,
): Described | undefined {
  if (node !== undefined) return nodeItem(path.at(-1) ?? "", node, path, here)[0];
  if (selector !== SEARCH) return undefined;
  return {
    line: `7Search\t${SEARCH}\t${here.host}\t${here.port}\t+`,
    gophertype: "7",
    own: { modified: root.modified },
  };
}

function formAnswer({ own }: Described, data: readonly string[] | undefined, plus: GopherPlus): Answer {
  if (data === undefined) return refusal(plus, "This item requires a form: request +ASK.");
  const lines = (own?.form?.answer(data) ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return plusLines(lines);
}

/** Parses "+VIEWS+ABSTRACT", or the same with spaces. */
function namesOf(text: string): readonly string[] {
  return text
    .split(/[+ ]+/)
    .filter((name) => name !== "")
    .map((name) => `+${name}`);
}

/** Finds the view with the requested type and optional language, in any case. */
function viewNamed(described: Described, asked: string): PlusView | "itself" | undefined {
  const [type = "", language] = asked.split("\t", 1)[0]!.toLowerCase().split(" ");
  const at = viewsOf(described).findIndex(
    (view) =>
      (type === "" || view.type.toLowerCase() === type) &&
      (language === undefined || view.language?.toLowerCase() === language),
  );
  return at <= 0 ? (at === 0 ? "itself" : undefined) : described.own?.item?.views?.[at - 1];
}

function plusLines(lines: readonly string[]): Answer {
  return { kind: "plus lines", head: "+-1", lines };
}

/** Error 1 of Gopher+: the item is not available. */
function refusal({ admin = ADMIN }: GopherPlus, words: string): Answer {
  return { kind: "plus lines", head: "--1", lines: [`1 ${admin}`, words] };
}

function linesOf(items: readonly Described[]): readonly string[] {
  return items.map(({ line }) => line);
}

/** Formats the response as bytes. */
export function* wireOf(answer: Answer, framing: Framing): Generator<Uint8Array> {
  switch (answer.kind) {
    case "octets":
      return yield* chunksOf(answer.content);
    case "text":
      if (framing === "lastline") return yield* textEntity(answer.content);
      yield* chunksOf(answer.content);
      if (framing === "umn") yield LASTLINE;
      return;
    case "menu":
      yield linesOctets(answer.lines, framing === "stored" ? "" : ".\r\n");
      return;
    case "plus lines":
      yield octetsOf(`${answer.head}\r\n`);
      yield linesOctets(answer.lines.map(doubled), ".\r\n");
      return;
    case "plus octets":
      yield octetsOf(`+${sizeOf(answer.content)}\r\n`);
      yield* chunksOf(answer.content);
      // The university's own server sends a line "." even after the bytes that it counted.
      if (framing === "umn" && answer.text) yield LASTLINE;
  }
}

function linesOctets(lines: readonly string[], end: string): Uint8Array {
  return octetsOf(lines.map((line) => `${line}\r\n`).join("") + end);
}

function doubled(line: string): string {
  return line.startsWith(".") ? `.${line}` : line;
}

function menu(lines: readonly string[]): Answer {
  return { kind: "menu", lines };
}

function isBlank(words: string | undefined): boolean {
  return words === undefined || words.trim() === "";
}

/** "/a/b", "a/b" and "/a/b/" are the same. A "//" is not found: no menu here uses it. */
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

/** Formats TextFile = { TextBlock } Lastline: a dot that begins a line is doubled (RFC 1436, appendix). */
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
