import type { Entry } from "@anyurl/core";
import { type ItemMetadata, toItemMetadata } from "../metadata.ts";
import type { ItemAttributes } from "../plus/attributes.ts";
import { parseExternalTarget, type TargetResolver } from "../target.ts";
import type { MenuItem } from "./menu-line.ts";
import { getItemType } from "./types.ts";

/** Decodes a display string; selectors keep their bytes. */
export type DecodeName = (text: string) => string;

/** Converts the items of a menu to entries, in order. A mirror ("+") has the type of the item before it. */
export class MenuReader {
  readonly #targets: TargetResolver;
  readonly #decode: DecodeName;
  #before = "1";

  constructor(targets: TargetResolver, decode: DecodeName = (text) => text) {
    this.#targets = targets;
    this.#decode = decode;
  }

  /** @param facts metadata from Gopher+. */
  toEntry(item: MenuItem, facts?: ItemMetadata): Entry {
    const isMirror = item.gophertype === "+";
    const gophertype = isMirror ? this.#before : item.gophertype;
    if (!isMirror && gophertype !== "i") this.#before = gophertype;
    const { kind, mediaType } = getItemType(gophertype);
    const plus = findPlusMark(item);
    const attributes =
      facts === undefined
        ? toEntryAttributes(item, plus)
        : { ...toEntryAttributes(item, plus), ...facts.attributes };
    const name = this.#decode(item.display);
    if (kind === "information" || kind === "error") return { name, kind, url: undefined, attributes };
    if (gophertype === "h") {
      const external = parseExternalTarget(item.selector);
      if (external !== undefined) return { name, kind: "link", ...external, attributes };
    }
    const target = this.#targets.of(item, gophertype, plus);
    // Fast path without spread operators, because nearly all items take it.
    if (facts === undefined && mediaType !== undefined && target.unsafe === undefined)
      return { name, kind, url: target.url, mediaType, attributes };
    const known = facts?.mediaType ?? mediaType;
    return {
      name,
      kind,
      ...target,
      ...(facts?.size !== undefined && { size: facts.size }),
      ...(facts?.modified !== undefined && { modified: facts.modified }),
      ...(known !== undefined && { mediaType: known }),
      attributes,
    };
  }

  /** Returns the entry of an item with its Gopher+ metadata, or `undefined` if it has no +INFO. */
  entryOfAttributes(attributes: ItemAttributes): Entry | undefined {
    return attributes.item && this.toEntry(attributes.item, toItemMetadata(attributes));
  }
}

/** The attributes of ordinary items, created once for each type. */
const PLAIN_ATTRIBUTES: Map<string, Readonly<Record<string, string>>> = new Map();

function toEntryAttributes(
  { gophertype }: MenuItem,
  plus: "+" | "?" | undefined,
): Readonly<Record<string, string>> {
  if (plus !== undefined) return { gophertype, gopherPlus: plus };
  // A type is one byte, so the cache is bounded.
  const known = PLAIN_ATTRIBUTES.get(gophertype) ?? Object.freeze({ gophertype });
  PLAIN_ATTRIBUTES.set(gophertype, known);
  return known;
}

/** Returns the Gopher+ mark after the port: "?" means that the item requires a form (RFC 4266 §2.4). */
export function findPlusMark({ further }: MenuItem): "+" | "?" | undefined {
  const [mark] = further;
  return mark === "+" || mark === "?" ? mark : undefined;
}
