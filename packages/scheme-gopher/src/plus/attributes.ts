import { type AccessError, type Limits, octetsOf, tooLargeError } from "@anyurl/core";
import { type MenuItem, parseMenuItem } from "../menu/menu-line.ts";

/** One block of Gopher+ attributes of an item (§2.5 of the specification). All of it is untrusted server data. */
export interface AttributeBlock {
  /** With its "+", for example "+ABSTRACT". Case-sensitive. */
  readonly name: string;
  /** The item on the line of the name: for +INFO the item itself, for another block an item to read instead. */
  readonly reference: MenuItem | undefined;
  /** The lines below the name, without the leading space of each. */
  readonly lines: readonly string[];
}

/** The Gopher+ attributes of one item, including unknown blocks, in the order of the server. */
export interface ItemAttributes {
  /** The item itself, from its +INFO; a server may omit it. */
  readonly item: MenuItem | undefined;
  readonly blocks: readonly AttributeBlock[];
}

/** The blocks of the current item. */
interface ItemDraft {
  item: MenuItem | undefined;
  readonly blocks: { name: string; reference: MenuItem | undefined; lines: string[] }[];
  octets: number;
}

/** Collects lines into the attributes of one item after the other. Each item begins with +INFO. */
export class AttributeReader {
  readonly #limits: Pick<Limits, "maxReply">;
  #draft: ItemDraft | undefined;

  constructor(limits: Pick<Limits, "maxReply">) {
    this.#limits = limits;
  }

  /**
   * Adds a line without its end, as byte-preserving text. Returns the previous item when the next one begins.
   *
   * @throws {AccessError} too-large: an item has more than maxReply bytes of attributes.
   */
  push(line: string): ItemAttributes | undefined {
    const head = parseBlockHead(line);
    const before = head?.name === "+INFO" ? this.end() : undefined;
    this.#draft ??= { item: undefined, blocks: [], octets: 0 };
    const draft = this.#draft;
    draft.octets += octetsOf(line).length;
    if (draft.octets > this.#limits.maxReply) throw tooLarge(this.#limits.maxReply);
    if (head === undefined) {
      // Some servers omit the leading space.
      draft.blocks.at(-1)?.lines.push(line.startsWith(" ") ? line.slice(1) : line);
      return before;
    }
    if (head.name === "+INFO") draft.item = head.reference;
    draft.blocks.push({ ...head, lines: [] });
    return before;
  }

  /** Returns the last item, or `undefined` if there were no lines. */
  end(): ItemAttributes | undefined {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined || draft.blocks.length === 0) return undefined;
    return { item: draft.item, blocks: draft.blocks };
  }
}

/**
 * Parses the attributes of one item or of several from the text of a reply to "!" or "$".
 *
 * @throws {AccessError} too-large: an item has more than `maxReply` bytes of attributes. Default 64 KiB.
 */
export function readAttributes(
  text: string,
  { maxReply = 65_536 }: { readonly maxReply?: number } = {},
): readonly ItemAttributes[] {
  const reader = new AttributeReader({ maxReply });
  const items: ItemAttributes[] = [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  for (const line of lines) {
    const item = reader.push(line);
    if (item !== undefined) items.push(item);
  }
  const last = reader.end();
  return last === undefined ? items : [...items, last];
}

/** Blockname = "+" {UNASCIINOPLUS}; then ":" and perhaps an item. Some servers omit the colon or the space. */
function parseBlockHead(line: string): Pick<AttributeBlock, "name" | "reference"> | undefined {
  const match = /^(\+[^+: \t]+):? ?(.*)$/s.exec(line);
  if (match === null) return undefined;
  const [, name = "", rest = ""] = match;
  const item = rest.includes("\t") ? parseMenuItem(rest) : undefined;
  return { name, reference: item };
}

function tooLarge(max: number): AccessError {
  return tooLargeError(`the attributes of an item exceed the limit of ${max} bytes`, "maxReply");
}
