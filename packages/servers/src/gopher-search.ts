import type { Described } from "./gopher-attributes.ts";
import { type Here, nodeItem } from "./gopher-menu.ts";
import { searchable } from "./gopher-type.ts";
import type { Folder } from "./tree.ts";

/** More words than anybody means. */
const MAX_WORDS = 16;

/**
 * A menu of the texts in which every one of the words occurs, in whatever case (RFC 1436 §3.7). The words are
 * separated by blanks.
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

/** Whether the word stands there by itself: "port" is not in "transport". */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordChar(text[at - 1]) && !isWordChar(text[at + word.length])) return true;
  }
  return false;
}

/** A digit, or a letter of a script that has two cases. */
function isWordChar(char: string | undefined): boolean {
  if (char === undefined) return false;
  return (char >= "0" && char <= "9") || char.toLowerCase() !== char.toUpperCase();
}
