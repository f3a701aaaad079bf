import { findAddrSpecEnd, findWordEnd } from "./addr-spec.ts";

/** mailbox = name-addr / addr-spec   (RFC 5322 §3.4) */
export interface Mailbox {
  /** The display-name without its quotes; `undefined` without a name. */
  readonly name: string | undefined;
  /** An addr-spec. */
  readonly address: string;
}

/**
 * Parses a decoded mailbox-list (RFC 5322 §3.4) without comments; white space alone is an empty list. Returns `undefined`
 * if it is invalid, or has groups or routes.
 */
export function readMailboxes(text: string): readonly Mailbox[] | undefined {
  const found: Mailbox[] = [];
  for (let i = skipSpace(text, 0); i < text.length || found.length > 0; ) {
    const words: string[] = [];
    let start = i;
    let end = findAddrSpecEnd(text, i);
    let next = end;
    if (end === -1) {
      for (let to = findWordEnd(text, start); to > 0; to = findWordEnd(text, start)) {
        words.push(text.slice(start, to));
        start = skipSpace(text, to);
      }
      if (text[start++] !== "<") return undefined;
      end = findAddrSpecEnd(text, start);
      if (text[end] !== ">") return undefined;
      next = end + 1;
    }
    const name = words.length === 0 ? undefined : words.map(unquote).join(" ");
    found.push({ name, address: text.slice(start, end) });
    i = skipSpace(text, next);
    if (i === text.length) break;
    if (text[i] !== ",") return undefined;
    i = skipSpace(text, i + 1);
  }
  return found;
}

function unquote(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/gu, "$1") : word;
}

export function skipSpace(text: string, start: number): number {
  let i = start;
  while (text[i] === " " || text[i] === "\t") i++;
  return i;
}
