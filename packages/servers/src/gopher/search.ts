import type { Folder } from "../tree.ts";
import type { DescribedItem } from "./attributes.ts";
import { createNodeItem, type MenuServer } from "./menu.ts";
import { getSearchText } from "./type.ts";

/** Maximum number of words: bounds the work of a search. */
const MAX_SEARCH_WORDS = 16;

/**
 * Returns a menu of the texts that contain all of the words, in any case (RFC 1436 §3.7). Words are separated by
 * spaces.
 */
export function search(root: Folder, words: string, here: MenuServer): readonly DescribedItem[] {
  const wanted = words
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, MAX_SEARCH_WORDS);
  return findTexts(
    root,
    [],
    wanted.map((word) => word.toLowerCase()),
    here,
  );
}

function findTexts(
  folder: Folder,
  path: readonly string[],
  words: readonly string[],
  here: MenuServer,
): readonly DescribedItem[] {
  return [...folder.entries].flatMap(([name, node]) => {
    const own = [...path, name];
    if (node.kind === "folder") return findTexts(node, own, words, here);
    const text = getSearchText(name, node);
    if (text === undefined) return [];
    const lowered = `${name}\n${text}`.toLowerCase();
    return words.every((word) => hasWord(lowered, word)) ? createNodeItem(name, node, own, here) : [];
  });
}

/** Returns whether the word occurs as a whole word: "port" does not match "transport". */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true;
  }
  return false;
}

/** A digit, or a letter of a script with upper and lower case. */
function isWordChar(char: string | undefined): boolean {
  if (char === undefined) return false;
  return (char >= "0" && char <= "9") || char.toLowerCase() !== char.toUpperCase();
}
