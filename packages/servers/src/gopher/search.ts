import type { Folder } from "../tree.ts";
import type { Described } from "./attributes.ts";
import { type Here, nodeItem } from "./menu.ts";
import { searchable } from "./type.ts";

/** Maximum number of words: bounds the work of a search. */
const MAX_WORDS = 16;

/**
 * Returns a menu of the texts that contain all of the words, in any case (RFC 1436 §3.7). Words are separated by
 * spaces.
 */
export function search(root: Folder, words: string, here: Here): readonly Described[] {
  const wanted = words
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  return found(
    root,
    [],
    wanted.map((word) => word.toLowerCase()),
    here,
  );
}

function found(
  folder: Folder,
  path: readonly string[],
  words: readonly string[],
  here: Here,
): readonly Described[] {
  return [...folder.entries].flatMap(([name, node]) => {
    const own = [...path, name];
    if (node.kind === "folder") return found(node, own, words, here);
    const text = searchable(name, node);
    if (text === undefined) return [];
    const lowered = `${name}\n${text}`.toLowerCase();
    return words.every((word) => hasWord(lowered, word)) ? nodeItem(name, node, own, here) : [];
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
