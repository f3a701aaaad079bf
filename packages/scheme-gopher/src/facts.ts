import type { Attributes } from "@anyurl/core";
import { readAdmin } from "./admin.ts";
import type { AttributeBlock, ItemAttributes } from "./attributes.ts";
import { Targets } from "./target.ts";
import { readViews, type View } from "./views.ts";

/** What the blocks of Gopher+ say in the words of every scheme. */
export type Facts = Omit<Attributes, "kind">;

/**
 * The size and media type of a view, when the item was modified, and every block as an attribute of its own
 * name: its lines, or, where it has none, nothing but `+NAME url`, the URL of the item to read instead.
 *
 * @param chosen which view is meant; the server's first one by default.
 */
export function factsOf(
  { blocks }: ItemAttributes,
  chosen: (views: readonly View[]) => View | undefined = ([first]) => first,
): Facts {
  const attributes: [name: string, value: string][] = [];
  for (const block of blocks) attributes.push(...attributesOf(block));
  const view = chosen(readViews(linesOf(blocks, "+VIEWS")));
  const { modified } = readAdmin(linesOf(blocks, "+ADMIN"));
  return {
    ...(view?.size !== undefined && { size: view.size }),
    ...(view !== undefined && { mediaType: view.mediaType }),
    ...(modified !== undefined && { modified }),
    attributes: Object.fromEntries(attributes),
  };
}

function linesOf(blocks: readonly AttributeBlock[], name: string): readonly string[] {
  return blocks.find((block) => block.name === name)?.lines ?? [];
}

/** +INFO is what the entry itself says. Every name begins with "+": none is one that objects know. */
function attributesOf({ name, reference, lines }: AttributeBlock): readonly [string, string][] {
  if (name === "+INFO") return [];
  const all: [string, string][] = lines.length > 0 || !reference ? [[name, lines.join("\n")]] : [];
  if (reference !== undefined) {
    const { url } = new Targets().of(reference, reference.gophertype, undefined);
    if (url !== undefined) all.push([`${name} url`, url]);
  }
  return all;
}
