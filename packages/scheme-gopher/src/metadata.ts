import type { Attributes } from "@anyurl/core";
import { readAdmin } from "./plus/admin.ts";
import type { AttributeBlock, ItemAttributes } from "./plus/attributes.ts";
import { readViews, type View } from "./plus/views.ts";
import { TargetResolver } from "./target.ts";

/** Metadata from Gopher+ blocks, in the fields that all schemes share. */
export type ItemMetadata = Omit<Attributes, "kind">;

/**
 * Returns the size and media type of a view, the modification time of the item, and every block as an attribute of its
 * own name. The value is the lines of the block; a block without lines has only `+NAME url`, the URL of the item to
 * read instead.
 *
 * @param chosen selects the view; by default, the first one of the server.
 */
export function toItemMetadata(
  { blocks }: ItemAttributes,
  chosen: (views: readonly View[]) => View | undefined = ([first]) => first,
): ItemMetadata {
  const attributes: [name: string, value: string][] = [];
  for (const block of blocks) attributes.push(...toBlockAttributes(block));
  const view = chosen(readViews(findBlockLines(blocks, "+VIEWS")));
  const { modified } = readAdmin(findBlockLines(blocks, "+ADMIN"));
  return {
    ...(view?.size !== undefined && { size: view.size }),
    ...(view !== undefined && { mediaType: view.mediaType }),
    ...(modified !== undefined && { modified }),
    attributes: Object.fromEntries(attributes),
  };
}

function findBlockLines(blocks: readonly AttributeBlock[], name: string): readonly string[] {
  return blocks.find((block) => block.name === name)?.lines ?? [];
}

/**
 * Converts a block to attributes. Skips +INFO, because the entry itself has its fields. Every name begins with "+", so
 * it cannot clash with a property of Object.prototype.
 */
function toBlockAttributes({ name, reference, lines }: AttributeBlock): readonly [string, string][] {
  if (name === "+INFO") return [];
  const all: [string, string][] = lines.length > 0 || !reference ? [[name, lines.join("\n")]] : [];
  if (reference !== undefined) {
    const { url } = new TargetResolver().of(reference, reference.gophertype, undefined);
    if (url !== undefined) all.push([`${name} url`, url]);
  }
  return all;
}
