import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import { type MenuItem, menuItem } from "./menu-line.ts";

/** One block of what Gopher+ says of an item (§2.5 of its text). All of it is the server's word. */
export interface AttributeBlock {
  /** With its "+", as "+ABSTRACT". Case counts. */
  readonly name: string;
  /**
   * What stands behind the name on its own line: of +INFO the item, of another block an item to read instead.
   */
  readonly reference: MenuItem | undefined;
  /** The lines below it, without the blank that each begins with. */
  readonly lines: readonly string[];
}

/** What Gopher+ says of one item: unknown blocks too, in the order of the server. */
export interface ItemAttributes {
  /** The item itself, out of its +INFO; a server may leave it out. */
  readonly item: MenuItem | undefined;
  readonly blocks: readonly AttributeBlock[];
}

/** What is being read of an item. */
interface Draft {
  item: MenuItem | undefined;
  readonly blocks: { name: string; reference: MenuItem | undefined; lines: string[] }[];
  octets: number;
}

/** Puts lines together to the attributes of one item after the other: each begins with +INFO. */
export class AttributeReader {
  readonly #limits: Pick<Limits, "maxReply">;
  #draft: Draft | undefined;

  constructor(limits: Pick<Limits, "maxReply">) {
    this.#limits = limits;
  }

  /**
   * Takes a line without its end, as text that keeps its octets; gives the item before when another one
   * begins.
   *
   * @throws {AccessError} too-large: an item has more than maxReply octets of attributes.
   */
  push(line: string): ItemAttributes | undefined {
    const head = headOf(line);
    const before = head?.name === "+INFO" ? this.end() : undefined;
    this.#draft ??= { item: undefined, blocks: [], octets: 0 };
    const draft = this.#draft;
    draft.octets += octetsOf(line).length;
    if (draft.octets > this.#limits.maxReply) throw tooLarge(this.#limits.maxReply);
    if (head === undefined) {
      // Servers have been seen to leave out the blank in front.
      draft.blocks.at(-1)?.lines.push(line.startsWith(" ") ? line.slice(1) : line);
      return before;
    }
    if (head.name === "+INFO") draft.item = head.reference;
    draft.blocks.push({ ...head, lines: [] });
    return before;
  }

  /** The last item; `undefined` when nothing has come. */
  end(): ItemAttributes | undefined {
    const draft = this.#draft;
    this.#draft = undefined;
    if (draft === undefined || draft.blocks.length === 0) return undefined;
    return { item: draft.item, blocks: draft.blocks };
  }
}

/**
 * The attributes of one item or of several, as the text of a reply to "!" or "$" has them.
 *
 * @throws {AccessError} too-large: an item has more than `maxReply` octets of them. Default 64 KiB.
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

/**
 * Blockname = "+" {UNASCIINOPLUS}; then ":" and perhaps an item. Servers leave out the colon or the blank.
 */
function headOf(line: string): Pick<AttributeBlock, "name" | "reference"> | undefined {
  const match = /^(\+[^+: \t]+):? ?(.*)$/s.exec(line);
  if (match === null) return undefined;
  const [, name = "", rest = ""] = match;
  const item = rest.includes("\t") ? menuItem(rest) : undefined;
  return { name, reference: item };
}

function tooLarge(max: number): AccessError {
  return new AccessError("too-large", `an item has more than ${max} octets of attributes`, {
    hint: "raise the limit maxReply",
  });
}
