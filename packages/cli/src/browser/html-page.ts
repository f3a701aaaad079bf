import { createTextDecoder, resolveDocumentReference, trimReference } from "@anyurl/client/front";
import type { Registry } from "anyurl";
import { Parser } from "htmlparser2";
import { say } from "../language.ts";
import { HtmlForms } from "./html-forms.ts";
import type { Block, Link, Look, Page, Span } from "./page.ts";

export interface HtmlInit {
  /** The title, if the document has none. */
  readonly title: string;
  /** The URL of the document, which is its first base URL. */
  readonly url: string;
  readonly urls: Registry;
  readonly namedBy?: object;
  readonly note?: string | undefined;
}

/** Creates the page of an HTML document: its text in reading order, with its links and forms. Scripts do not run. */
export function createHtmlPage(html: string, init: HtmlInit): Page {
  const reader = new HtmlReader(init);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(html);
  parser.end();
  return reader.page();
}

type Attributes = Readonly<Record<string, string>>;

/** Elements whose content is not text of the document. */
const SKIPPED: ReadonlySet<string> = new Set([
  ...[
    "script",
    "style",
    "template",
    "svg",
    "math",
    "canvas",
    "datalist",
    "iframe",
    "object",
    "audio",
    "video",
  ],
]);

/** Elements that begin on a new line; with an empty line before them if the value is true. */
const BLOCKS: ReadonlyMap<string, boolean> = new Map([
  ...["p", "ul", "ol", "dl", "pre", "listing", "xmp", "plaintext", "blockquote", "table", "form", "menu"].map(
    (name) => [name, true] as const,
  ),
  ...["h1", "h2", "h3", "h4", "h5", "h6", "fieldset", "figure"].map((name) => [name, true] as const),
  ...["div", "section", "article", "header", "footer", "main", "nav", "aside", "address", "center"].map(
    (name) => [name, false] as const,
  ),
  ...[
    "li",
    "dt",
    "dd",
    "tr",
    "caption",
    "figcaption",
    "details",
    "summary",
    "legend",
    "hgroup",
    "search",
  ].map((name) => [name, false] as const),
  ...["body", "html", "head", "optgroup", "dir"].map((name) => [name, false] as const),
]);

const VERBATIM: ReadonlySet<string> = new Set(["pre", "listing", "xmp", "plaintext"]);

const LOOKS: ReadonlyMap<string, Look> = new Map<string, Look>([
  ...["h1", "h2", "h3", "h4", "h5", "h6", "caption"].map((name): [string, Look] => [name, "heading"]),
  ...["b", "strong", "th", "dt", "legend", "summary"].map((name): [string, Look] => [name, "strong"]),
  ...["i", "em", "cite", "var", "dfn"].map((name): [string, Look] => [name, "emphasis"]),
]);

/** Columns that an element adds before its lines. */
const INDENTS: ReadonlyMap<string, number> = new Map([
  ["ul", 3],
  ["ol", 4],
  ["menu", 3],
  ["dir", 3],
  ["blockquote", 3],
  ["dd", 4],
]);

/** An open element. */
interface Element {
  readonly name: string;
  readonly isSkipped: boolean;
  readonly look: Look | undefined;
  readonly link: number | undefined;
  readonly indent: number;
  readonly isVerbatim: boolean;
  /** Of a list: the number of its next item. */
  next?: number;
}

const ROOT: Element = {
  ...{ name: "", isSkipped: false, look: undefined, link: undefined, indent: 0, isVerbatim: false },
};

class HtmlReader {
  readonly #init: HtmlInit;
  readonly #blocks: Block[] = [];
  readonly #links: Link[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #forms: HtmlForms;
  readonly #open: Element[] = [];
  #spans: Span[] = [];
  #base: string;
  readonly #isHierarchical: boolean;
  #hasBase = false;
  #title: string | undefined;
  #needsGap = false;
  #marker: string | undefined;

  constructor(init: HtmlInit) {
    this.#init = init;
    this.#base = init.url;
    const { scheme } = init.urls.parse(init.url);
    this.#isHierarchical = init.urls.scheme(scheme)?.hierarchical === true;
    this.#forms = new HtmlForms(this.#links, (reference) => this.#resolve(reference), init.namedBy);
  }

  get #element(): Element {
    return this.#open.at(-1) ?? ROOT;
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#element;
    const isSkipped = parent.isSkipped || SKIPPED.has(name) || "hidden" in attributes;
    const isBlock = BLOCKS.has(name);
    if (!isSkipped && isBlock) this.#endBlock(BLOCKS.get(name) === true && !isInList(name, parent));
    if (!isSkipped) this.#anchor(attributes["id"] ?? (name === "a" ? attributes["name"] : undefined));
    this.#open.push({
      name,
      isSkipped,
      look: LOOKS.get(name) ?? parent.look,
      link: name === "a" && !isSkipped ? (this.#link(attributes["href"]) ?? parent.link) : parent.link,
      indent: parent.indent + (INDENTS.get(name) ?? 0),
      isVerbatim: parent.isVerbatim || VERBATIM.has(name),
      ...(name === "ol" && { next: Number.parseInt(attributes["start"] ?? "1", 10) || 1 }),
    });
    if (!isSkipped) this.#begin(name, attributes);
  }

  close(name: string): void {
    const { isSkipped } = this.#element;
    if (!isSkipped) this.#finish(name);
    if (!isSkipped && BLOCKS.has(name))
      this.#endBlock(BLOCKS.get(name) === true && !isInList(name, this.#open.at(-2) ?? ROOT));
    this.#open.pop();
  }

  #finish(name: string): void {
    if (name === "form") this.#forms.endForm();
    else if (name === "td" || name === "th") this.#add({ text: "  " });
    else if (name === "option") this.#forms.endOption();
    else if (name === "select" || name === "textarea" || name === "button")
      this.#place(this.#forms.endField(name));
  }

  text(text: string): void {
    const { name, isSkipped, isVerbatim, look, link } = this.#element;
    if (name === "title" && this.#open.every((each) => !SKIPPED.has(each.name))) {
      this.#title = (this.#title ?? "") + text;
      return;
    }
    if (isSkipped || this.#forms.takeText(text)) return;
    // The line end after <pre> is not a part of the text.
    const shown = isVerbatim && this.#spans.length === 0 ? text.replace(/^\r?\n/, "") : text;
    this.#add({
      text: isVerbatim ? shown.replace(/\r\n?/g, "\n") : shown.replace(/[ \t\n\r\f]+/g, " "),
      look,
      link,
    });
  }

  page(): Page {
    this.#endBlock(false);
    const { title, url, note } = this.#init;
    const blocks: readonly Block[] =
      note === undefined
        ? this.#blocks
        : [...this.#blocks, { is: "paragraph", gap: true, spans: [{ text: note, look: "error" }] }];
    return {
      title: (this.#title ?? "").replace(/\s+/g, " ").trim() || title,
      ...{ url, blocks, links: this.#links, forms: this.#forms.forms, anchors: this.#anchors },
    };
  }

  /** Handles elements that are more than their content. */
  #begin(name: string, attributes: Attributes): void {
    switch (name) {
      case "br":
        this.#add({ text: "\n" });
        break;
      case "hr":
        this.#endBlock(false);
        this.#blocks.push({ is: "paragraph", spans: [{ text: "----", look: "dim" }] });
        break;
      case "li": {
        const list = this.#open.findLast((each) => INDENTS.has(each.name));
        this.#marker = list?.next === undefined ? "*" : `${list.next++}.`;
        break;
      }
      case "base":
        this.#setBase(attributes["href"]);
        break;
      case "img":
        this.#image(attributes);
        break;
      case "area":
        this.#labeledLink(attributes["href"], attributes["alt"]);
        break;
      case "frame":
        this.#endBlock(false);
        this.#labeledLink(attributes["src"], attributes["title"] ?? attributes["name"] ?? attributes["src"]);
        break;
      case "form":
        this.#forms.beginForm(attributes);
        break;
      case "option":
      case "select":
      case "textarea":
      case "button":
        this.#forms.beginField(name, attributes);
        break;
      case "input":
        this.#place(this.#forms.input(attributes));
        break;
    }
  }

  #setBase(href: string | undefined): void {
    const base = href === undefined || this.#hasBase ? undefined : this.#resolve(href);
    if (base === undefined) return;
    this.#base = base;
    this.#hasBase = true;
  }

  #image({ alt, src }: Attributes): void {
    // An empty text says that the picture is decoration.
    if (alt !== undefined && alt.trim() === "") return;
    const text = `[${say("image")}${alt === undefined ? "" : `: ${alt}`}]`;
    const { link } = this.#element;
    const own = link ?? this.#link(src);
    this.#add({ text, ...(own !== undefined && { link: own }) });
  }

  #labeledLink(reference: string | undefined, label = ""): void {
    const link = this.#link(reference);
    if (link !== undefined && label.trim() !== "") this.#add({ text: `${label} `, link });
  }

  /** Adds a link to a URL. Returns its index; `undefined` if the reference leads nowhere. */
  #link(reference: string | undefined): number | undefined {
    const url = reference === undefined ? undefined : this.#resolve(reference);
    if (url === undefined) return undefined;
    const { namedBy } = this.#init;
    return this.#links.push({ is: "url", url, ...(namedBy && { namedBy }) }) - 1;
  }

  #resolve(reference: string): string | undefined {
    const { urls } = this.#init;
    const target = resolveDocumentReference(trimReference(reference), this.#base, this.#isHierarchical);
    if (target === undefined || urls.scheme(target.scheme) === undefined) return undefined;
    return urls.tryParse(target.href).ok ? target.href : undefined;
  }

  #anchor(id: string | undefined): void {
    if (id !== undefined && id !== "" && !this.#anchors.has(id)) this.#anchors.set(id, this.#blocks.length);
  }

  /** Puts the text of a field where it stands in the document. */
  #place(link: number | undefined): void {
    if (link === undefined) return;
    this.#add({ text: "", link });
    this.#add({ text: " " });
  }

  #add({ text, look, link }: { text: string; look?: Look | undefined; link?: number | undefined }): void {
    this.#spans.push({ text, ...(look && { look }), ...(link !== undefined && { link }) });
  }

  /** Ends the current block. @param gap an empty line before the next one. */
  #endBlock(gap: boolean): void {
    const spans = this.#spans;
    this.#spans = [];
    if (spans.some(({ text, link }) => link !== undefined || text.trim() !== "")) {
      const isVerbatim = this.#element.isVerbatim;
      const { indent } = this.#element;
      this.#blocks.push(
        isVerbatim
          ? { is: "verbatim", spans, gap: this.#needsGap }
          : {
              ...{ is: "paragraph", spans, indent, gap: this.#needsGap },
              ...(this.#marker !== undefined && { marker: this.#marker }),
            },
      );
      this.#marker = undefined;
      this.#needsGap = false;
    }
    this.#needsGap ||= gap;
  }
}

/** A list in a list begins without an empty line. */
function isInList(name: string, { indent }: Element): boolean {
  return indent > 0 && (name === "ul" || name === "ol" || name === "menu" || name === "p");
}

/** Bytes in which a document declares its character set (HTML §13.2.3.2). */
const SNIFFED_BYTES = 1024;

/**
 * Decodes a document by its byte order mark, the server, or its "meta" element, as browsers do (HTML §13.2.3).
 *
 * @param told the character set of the server.
 */
export function decodeHtml(bytes: Uint8Array, told: string | undefined): string {
  const charset = findMark(bytes) ?? told ?? findDeclaredCharset(bytes.subarray(0, SNIFFED_BYTES));
  return createTextDecoder(charset)(bytes).replace(/^\ufeff/, "");
}

function findMark([a, b]: Uint8Array): string | undefined {
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return a === 0xff && b === 0xfe ? "utf-16le" : undefined;
}

function findDeclaredCharset(first: Uint8Array): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { charset, content = "" }) {
      if (name === "meta") found ??= charset ?? /charset\s*=\s*["']?([^\s"';]{1,40})/i.exec(content)?.[1];
    },
  });
  parser.end(new TextDecoder("latin1").decode(first));
  return found;
}
