import { QuoteType, Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** An attribute of a tag, with its range in the source of the tag. */
export interface AttributeSpan {
  /** In lower case. */
  readonly name: string;
  readonly start: number;
  /** After the value and its quote, or after the name if there is no value. */
  readonly end: number;
  readonly hasValue: boolean;
}

/** A token of markup. Text is latin1: one character per byte. */
export type MarkupToken =
  | { readonly is: "text"; readonly text: string }
  /** The content of a raw text element. */
  | { readonly is: "raw"; readonly element: string; readonly text: string }
  | {
      readonly is: "open";
      /** In lower case. */
      readonly name: string;
      readonly source: string;
      readonly attributes: readonly AttributeSpan[];
    }
  | { readonly is: "close"; readonly name: string }
  | { readonly is: "doctype"; readonly source: string }
  /** A comment, a CDATA section, or anything else that browsers parse as a comment. */
  | { readonly is: "comment" };

/** Maximum size of a buffered tag, in bytes. */
export const MAX_TAG_BYTES: number = 64 * 1024;

/** Elements whose content is not markup if scripts are disabled (HTML §13.2.6). */
const RAW_TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  ...["iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"],
]);

/** Number of bytes that may be needed to recognize the end of such an element, for example "</textarea". */
const MAX_END_TAG_BYTES = 16;

interface OpenTag {
  readonly start: number;
  readonly name: string;
  readonly attributes: AttributeSpan[];
}

/**
 * Splits a document into markup tokens, independent of its chunks. Buffers at most {@link MAX_TAG_BYTES} and the last chunk:
 * a longer tag loses its attributes.
 */
export class MarkupReader implements TokenizerCallbacks {
  readonly #tokenizer: Tokenizer;
  #found: MarkupToken[] = [];
  /** The buffered text, and its offset in the document. */
  #pending = "";
  #pendingFrom = 0;
  /** The offset up to which all tokens were returned. */
  #at = 0;
  /** The beginning of the current token was too long to buffer. */
  #isLost = false;
  /** Between the name of an end tag and its ">": browsers parse attributes there and ignore them. */
  #isInEndTag = false;
  #tag: OpenTag | undefined;
  #attributeStart = 0;
  #attributeNameEnd = 0;
  #raw: string | undefined;
  #isOver = false;

  constructor() {
    this.#tokenizer = new Tokenizer({ decodeEntities: false }, this);
  }

  /** Number of buffered characters. */
  get bufferedLength(): number {
    return this.#pending.length;
  }

  write(text: string): readonly MarkupToken[] {
    this.#pending += text;
    this.#tokenizer.write(text);
    this.#endTagTail();
    const end = this.#pendingFrom + this.#pending.length;
    if (end - this.#at > MAX_TAG_BYTES) this.#dropLongToken(end);
    this.#pending = this.#pending.slice(this.#at - this.#pendingFrom);
    this.#pendingFrom = this.#at;
    return this.#takeTokens();
  }

  end(): readonly MarkupToken[] {
    this.#isOver = true;
    this.#tokenizer.end();
    return this.#takeTokens();
  }

  ontext(start: number, end: number): void {
    // The document ends inside a tag: browsers ignore the tag.
    if (this.#isOver && (this.#tag !== undefined || this.#isInEndTag || this.#isLost)) return;
    this.#skipTo(start);
    if (end <= this.#at) return;
    const text = this.#slice(this.#at, end);
    this.#found.push(
      this.#raw === undefined ? { is: "text", text } : { is: "raw", element: this.#raw, text },
    );
    this.#at = end;
  }

  onopentagname(start: number, end: number): void {
    if (!this.#isLost) this.#skipTo(start - 1);
    this.#tag = {
      start: this.#at,
      name: this.#isLost ? "" : this.#slice(start, end).toLowerCase(),
      attributes: [],
    };
  }

  onattribname(start: number, end: number): void {
    this.#attributeStart = start;
    this.#attributeNameEnd = end;
  }

  onattribdata(): void {}

  onattribentity(): void {}

  onattribend(quote: QuoteType, end: number): void {
    const tag = this.#tag;
    if (tag === undefined || this.#isLost || end - tag.start > MAX_TAG_BYTES) return;
    tag.attributes.push({
      name: this.#slice(this.#attributeStart, this.#attributeNameEnd).toLowerCase(),
      start: this.#attributeStart - tag.start,
      end: end - tag.start,
      hasValue: quote !== QuoteType.NoValue,
    });
  }

  onopentagend(end: number): void {
    const tag = this.#tag!;
    const { name, start } = tag;
    if (!this.#isLost && end + 1 - start <= MAX_TAG_BYTES)
      this.#found.push({
        is: "open",
        name,
        source: this.#slice(start, end + 1),
        attributes: tag.attributes,
      });
    else if (PLAIN_NAME.test(name))
      this.#found.push({ is: "open", name, source: `<${name}>`, attributes: [] });
    else this.#found.push({ is: "comment" });
    this.#tag = undefined;
    this.#raw = RAW_TEXT_ELEMENTS.has(name) ? name : undefined;
    this.#advanceTo(end + 1);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    if (!this.#isLost) this.#skipTo(start - 2);
    this.#raw = undefined;
    if (this.#isLost || end - start > MAX_TAG_BYTES) this.#found.push({ is: "comment" });
    else this.#found.push({ is: "close", name: this.#slice(start, end) });
    this.#advanceTo(end);
    this.#isInEndTag = true;
  }

  oncomment(_start: number, end: number): void {
    this.#endTagTail();
    this.#found.push({ is: "comment" });
    this.#advanceTo(Math.min(end + 1, this.#pendingFrom + this.#pending.length));
  }

  oncdata(start: number, end: number): void {
    this.oncomment(start, end);
  }

  ondeclaration(start: number, end: number): void {
    if (!this.#isLost) this.#skipTo(start - 2);
    const isLong = this.#isLost || end + 1 - this.#at > MAX_TAG_BYTES;
    this.#found.push(isLong ? { is: "comment" } : { is: "doctype", source: this.#slice(this.#at, end + 1) });
    this.#advanceTo(end + 1);
  }

  onprocessinginstruction(): void {}

  ontextentity(): void {}

  onend(): void {}

  /** Skips text that browsers ignore, such as "</>". Puts a comment in its place, so that its neighbors do not join. */
  #skipTo(start: number): void {
    this.#endTagTail();
    if (start <= this.#at) return;
    this.#found.push({ is: "comment" });
    this.#at = start;
  }

  #endTagTail(): void {
    if (!this.#isInEndTag) return;
    const end = this.#pending.indexOf(">", this.#at - this.#pendingFrom);
    this.#isInEndTag = end < 0;
    this.#at = this.#pendingFrom + (end < 0 ? this.#pending.length : end + 1);
  }

  /** Handles a token that is too long to buffer: returns text, and drops a tag or a comment. */
  #dropLongToken(end: number): void {
    if (this.#raw !== undefined) this.ontext(this.#at, end - MAX_END_TAG_BYTES);
    else {
      this.#isLost = true;
      this.#at = end;
    }
  }

  #advanceTo(end: number): void {
    this.#isLost = false;
    this.#at = end;
  }

  #slice(start: number, end: number): string {
    return this.#pending.slice(start - this.#pendingFrom, end - this.#pendingFrom);
  }

  #takeTokens(): readonly MarkupToken[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}

const PLAIN_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** Returns the value of an attribute, with decoded entities. @param source `name="value"` as latin1. */
export function parseAttributeValue(source: string, decode: (latin1: string) => string): string {
  const parts: string[] = [];
  const text = `<a ${source} >`;
  const nothing = () => {};
  const reader = new Tokenizer(
    {},
    {
      onattribdata: (start, end) => void parts.push(decode(text.slice(start, end))),
      onattribentity: (codepoint) => void parts.push(String.fromCodePoint(codepoint)),
      ...{ onattribend: nothing, onattribname: nothing, oncdata: nothing, onclosetag: nothing },
      ...{ oncomment: nothing, ondeclaration: nothing, onend: nothing, onopentagend: nothing },
      ...{ onopentagname: nothing, onprocessinginstruction: nothing, onselfclosingtag: nothing },
      ...{ ontext: nothing, ontextentity: nothing },
    },
  );
  reader.write(text);
  reader.end();
  return parts.join("");
}
