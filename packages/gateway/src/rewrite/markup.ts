import { QuoteType, Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** An attribute of a tag, by where it stands in the tag's source. */
export interface AttributeSpan {
  /** In lower case. */
  readonly name: string;
  readonly start: number;
  /** Behind the value and its quote; behind the name where there is no value. */
  readonly end: number;
  readonly hasValue: boolean;
}

/** What a stretch of markup is. Text is latin1: one character for each octet. */
export type Markup =
  | { readonly is: "text"; readonly text: string }
  /** What stands in an element that has no elements in it. */
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
  /** A comment, a CDATA section, and whatever browsers make a comment of. */
  | { readonly is: "comment" };

/** Octets of one tag that are held. */
export const MAX_TAG: number = 64 * 1024;

/** Elements whose content is no markup, to browsers that run no script (HTML §13.2.6). */
const RAW: ReadonlySet<string> = new Set([
  ...["iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"],
]);

/** Octets that the end of such an element may need to be seen: "</textarea". */
const MAX_END_TAG = 16;

interface OpenTag {
  readonly start: number;
  readonly name: string;
  readonly attributes: AttributeSpan[];
}

/**
 * Parts a document into its markup, however it is cut into pieces. No more is held than {@link MAX_TAG} and what was
 * written last: a tag of more has no attributes.
 */
export class MarkupReader implements TokenizerCallbacks {
  readonly #tokenizer: Tokenizer;
  #found: Markup[] = [];
  /** What is held, and where it stands in the document. */
  #held = "";
  #heldFrom = 0;
  /** Up to here everything was given. */
  #at = 0;
  /** The beginning of what is being read was too long to be held. */
  #isLost = false;
  /** Between the name of an end tag and its ">": browsers read attributes there, and forget them. */
  #isInEndTag = false;
  #tag: OpenTag | undefined;
  #attributeStart = 0;
  #attributeNameEnd = 0;
  #raw: string | undefined;
  #isOver = false;

  constructor() {
    this.#tokenizer = new Tokenizer({ decodeEntities: false }, this);
  }

  /** Characters that are held. */
  get held(): number {
    return this.#held.length;
  }

  write(text: string): readonly Markup[] {
    this.#held += text;
    this.#tokenizer.write(text);
    this.#endTagTail();
    const end = this.#heldFrom + this.#held.length;
    if (end - this.#at > MAX_TAG) this.#lose(end);
    this.#held = this.#held.slice(this.#at - this.#heldFrom);
    this.#heldFrom = this.#at;
    return this.#taken();
  }

  end(): readonly Markup[] {
    this.#isOver = true;
    this.#tokenizer.end();
    return this.#taken();
  }

  ontext(start: number, end: number): void {
    // The end of the document within a tag: there is no such tag.
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
    if (tag === undefined || this.#isLost || end - tag.start > MAX_TAG) return;
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
    if (!this.#isLost && end + 1 - start <= MAX_TAG)
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
    this.#raw = RAW.has(name) ? name : undefined;
    this.#passed(end + 1);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
  }

  onclosetag(start: number, end: number): void {
    if (!this.#isLost) this.#skipTo(start - 2);
    this.#raw = undefined;
    if (this.#isLost || end - start > MAX_TAG) this.#found.push({ is: "comment" });
    else this.#found.push({ is: "close", name: this.#slice(start, end) });
    this.#passed(end);
    this.#isInEndTag = true;
  }

  oncomment(_start: number, end: number): void {
    this.#endTagTail();
    this.#found.push({ is: "comment" });
    this.#passed(Math.min(end + 1, this.#heldFrom + this.#held.length));
  }

  oncdata(start: number, end: number): void {
    this.oncomment(start, end);
  }

  ondeclaration(start: number, end: number): void {
    if (!this.#isLost) this.#skipTo(start - 2);
    const isLong = this.#isLost || end + 1 - this.#at > MAX_TAG;
    this.#found.push(isLong ? { is: "comment" } : { is: "doctype", source: this.#slice(this.#at, end + 1) });
    this.#passed(end + 1);
  }

  onprocessinginstruction(): void {}

  ontextentity(): void {}

  onend(): void {}

  /** Leaves out what browsers leave out without a word, as "</>": in its place is a comment, so that nothing joins. */
  #skipTo(start: number): void {
    this.#endTagTail();
    if (start <= this.#at) return;
    this.#found.push({ is: "comment" });
    this.#at = start;
  }

  #endTagTail(): void {
    if (!this.#isInEndTag) return;
    const end = this.#held.indexOf(">", this.#at - this.#heldFrom);
    this.#isInEndTag = end < 0;
    this.#at = this.#heldFrom + (end < 0 ? this.#held.length : end + 1);
  }

  /** What is too long to be held is given where it is text, and is forgotten where it is a tag or a comment. */
  #lose(end: number): void {
    if (this.#raw !== undefined) this.ontext(this.#at, end - MAX_END_TAG);
    else {
      this.#isLost = true;
      this.#at = end;
    }
  }

  #passed(end: number): void {
    this.#isLost = false;
    this.#at = end;
  }

  #slice(start: number, end: number): string {
    return this.#held.slice(start - this.#heldFrom, end - this.#heldFrom);
  }

  #taken(): readonly Markup[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}

const PLAIN_NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** The value of an attribute, its entities decoded. @param source `name="value"`, latin1. @param decode of octets. */
export function attributeValue(source: string, decode: (latin1: string) => string): string {
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
