import { octetsOf } from "@anyurl/core";
import { type Content, contentSize, readChunks, toNetworkLines } from "../library/content.ts";
import { formatDotBlock } from "../library/dot-block.ts";
import { createRedirectPage } from "../library/url-page.ts";
import { type Folder, findNode, type Node } from "../tree.ts";
import { type DescribedItem, formatAttributes, listViews } from "./attributes.ts";
import { createFormItem, createMenuItems, createNodeItem, formatErrorItem, type MenuServer } from "./menu.ts";
import { DEFAULT_ADMIN, type GopherPlus, getViewContent, type PlusView } from "./plus.ts";
import { type GopherRequest, SEARCH_SELECTOR } from "./request.ts";
import { search } from "./search.ts";
import { getGophertype } from "./type.ts";

/** How texts are framed: by RFC 1436, not at all, or like the server of the University of Minnesota. */
export type Framing = "lastline" | "stored" | "umn";

/** The response to a request: lines up to a Lastline, or bytes up to the end of the connection. */
export type GopherResponse =
  | { readonly kind: "menu"; readonly lines: readonly string[] }
  | { readonly kind: "text"; readonly content: Content }
  | { readonly kind: "octets"; readonly content: Content }
  /** For a request of Gopher+ (§2.3 of its text): after a head, up to a Lastline, or with a byte count. */
  | { readonly kind: "plus lines"; readonly head: "+-1" | "--1"; readonly lines: readonly string[] }
  | { readonly kind: "plus content"; readonly content: Content; readonly text: boolean };

/** Answers a request. Unexpected search words are ignored. */
export function answerRequest(
  request: GopherRequest,
  root: Folder,
  here: MenuServer,
  framing: Framing,
): GopherResponse {
  if (request.plus !== undefined && here.plus !== undefined) {
    return answerPlus(request, root, { ...here, plus: here.plus });
  }
  const { selector, words } = request;
  const path = splitSelector(selector);
  const node = findNode(root, path);
  if (node?.kind === "folder") return createMenu(formatItems(createMenuItems(node, path, here)));
  if (node !== undefined) {
    const text = getGophertype(path.at(-1) ?? "", node) === "0";
    return { kind: text ? "text" : "octets", content: node.content };
  }
  if (selector === SEARCH_SELECTOR) {
    return createMenu(
      isBlank(words)
        ? [formatErrorItem("A search needs words.")]
        : formatItems(search(root, words ?? "", here)),
    );
  }
  if (here.plus?.forms?.has(selector) === true)
    return createMenu([formatErrorItem("This item requires a form and a client that supports Gopher+.")]);
  const page = createRedirectPage(selector);
  if (page !== undefined) return { kind: "octets", content: octetsOf(page) };
  if (framing === "umn") return createMenu([`0'${selector}' does not exist!!\t\terror.host\t1`]);
  // Do not repeat the selector: it can contain control sequences for a terminal.
  return createMenu([formatErrorItem(NOTHING)]);
}

const NOTHING = "There is nothing by that selector.";

/** Returns the response to a request of Gopher+, without its head. */
function answerPlus(
  request: GopherRequest,
  root: Folder,
  here: MenuServer & { readonly plus: GopherPlus },
): GopherResponse {
  const { selector, words, plus = "+", data } = request;
  const path = splitSelector(selector);
  const node = findNode(root, path);
  const form = createFormItem(selector, root, here);
  const described = form ?? findItem(selector, path, node, root, here);
  if (described === undefined) return errorResponse(here.plus, NOTHING);
  const names = parseBlockNames(plus.slice(1));
  if (plus.startsWith("!")) return createPlusResponse(formatAttributes(described, names, here.plus));
  if (plus.startsWith("$")) {
    if (node?.kind !== "folder") return errorResponse(here.plus, "This is not a menu.");
    const items = createMenuItems(node, path, here).filter(({ gophertype }) => gophertype !== "i");
    return createPlusResponse(items.flatMap((item) => formatAttributes(item, names, here.plus)));
  }
  if (form !== undefined) return answerForm(form, data, here.plus);
  if (selector === SEARCH_SELECTOR && node === undefined) {
    return isBlank(words)
      ? errorResponse(here.plus, "A search needs words.")
      : createPlusResponse(formatItems(search(root, words ?? "", here)));
  }
  const view = findView(described, plus.slice(1));
  if (view === undefined) return errorResponse(here.plus, "There is no such view.");
  if (view !== "itself") return { kind: "plus content", content: getViewContent(view), text: true };
  if (node?.kind === "folder") return createPlusResponse(formatItems(createMenuItems(node, path, here)));
  return node === undefined
    ? errorResponse(here.plus, NOTHING)
    : { kind: "plus content", content: node.content, text: described.gophertype === "0" };
}

/** Finds the item with a selector, as the menu that contains it shows it. */
function findItem(
  selector: string,
  path: readonly string[],
  node: Node | undefined,
  root: Folder,
  here: MenuServer,
): DescribedItem | undefined {
  if (node !== undefined) return createNodeItem(path.at(-1) ?? "", node, path, here)[0];
  if (selector !== SEARCH_SELECTOR) return undefined;
  return {
    line: `7Search\t${SEARCH_SELECTOR}\t${here.host}\t${here.port}\t+`,
    gophertype: "7",
    own: { modified: root.modified },
  };
}

function answerForm(
  { own }: DescribedItem,
  data: readonly string[] | undefined,
  plus: GopherPlus,
): GopherResponse {
  if (data === undefined) return errorResponse(plus, "This item requires a form: request +ASK.");
  const lines = (own?.form?.answer(data) ?? "").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return createPlusResponse(lines);
}

/** Parses "+VIEWS+ABSTRACT", or the same with spaces. */
function parseBlockNames(text: string): readonly string[] {
  return text
    .split(/[+ ]+/)
    .filter((name) => name !== "")
    .map((name) => `+${name}`);
}

/** Finds the view with the requested type and optional language, in any case. */
function findView(described: DescribedItem, asked: string): PlusView | "itself" | undefined {
  const [type = "", language] = asked.split("\t", 1)[0]!.toLowerCase().split(" ");
  const at = listViews(described).findIndex(
    (view) =>
      (type === "" || view.type.toLowerCase() === type) &&
      (language === undefined || view.language?.toLowerCase() === language),
  );
  return at <= 0 ? (at === 0 ? "itself" : undefined) : described.own?.item?.views?.[at - 1];
}

function createPlusResponse(lines: readonly string[]): GopherResponse {
  return { kind: "plus lines", head: "+-1", lines };
}

/** Error 1 of Gopher+: the item is not available. */
function errorResponse({ admin = DEFAULT_ADMIN }: GopherPlus, words: string): GopherResponse {
  return { kind: "plus lines", head: "--1", lines: [`1 ${admin}`, words] };
}

function formatItems(items: readonly DescribedItem[]): readonly string[] {
  return items.map(({ line }) => line);
}

/** Formats the response as bytes. */
export function* formatResponse(answer: GopherResponse, framing: Framing): Generator<Uint8Array> {
  switch (answer.kind) {
    case "octets":
      return yield* readChunks(answer.content);
    case "text":
      if (framing === "lastline") return yield* formatDotBlock(toNetworkLines(readChunks(answer.content)));
      yield* readChunks(answer.content);
      if (framing === "umn") yield octetsOf(".\r\n");
      return;
    case "menu":
      yield formatLines(answer.lines, framing === "stored" ? "" : ".\r\n");
      return;
    case "plus lines":
      yield octetsOf(`${answer.head}\r\n`);
      yield formatLines(answer.lines.map(dotStuffLine), ".\r\n");
      return;
    case "plus content":
      yield octetsOf(`+${contentSize(answer.content)}\r\n`);
      yield* readChunks(answer.content);
      // The university's own server sends a line "." even after the bytes that it counted.
      if (framing === "umn" && answer.text) yield octetsOf(".\r\n");
  }
}

function formatLines(lines: readonly string[], end: string): Uint8Array {
  return octetsOf(lines.map((line) => `${line}\r\n`).join("") + end);
}

function dotStuffLine(line: string): string {
  return line.startsWith(".") ? `.${line}` : line;
}

function createMenu(lines: readonly string[]): GopherResponse {
  return { kind: "menu", lines };
}

function isBlank(words: string | undefined): boolean {
  return words === undefined || words.trim() === "";
}

/** "/a/b", "a/b" and "/a/b/" are the same. A "//" is not found: no menu here uses it. */
function splitSelector(selector: string): readonly string[] {
  const from = selector.startsWith("/") ? 1 : 0;
  const to = selector.endsWith("/") && selector.length > from ? selector.length - 1 : selector.length;
  return from === to ? [] : selector.slice(from, to).split("/");
}
