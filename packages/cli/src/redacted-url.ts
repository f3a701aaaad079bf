import { redact, type Url } from "anyurl";

/** A URL without its secrets, and a mapping of offsets from the real text. */
export interface RedactedUrl {
  /** With "***" for a password. */
  readonly text: string;
  /** Maps an offset in the real text to an offset in `text` (UTF-16 code units). */
  at(offset: number): number;
  /** [start, end) of the real text that is hidden; both are 0 if nothing is hidden. */
  readonly hidden: readonly [start: number, end: number];
  /** Returns the visible text for [start, end) of the real text. */
  slice(start: number, end: number): string;
}

/**
 *     ftp://alice:s3cret@host/     the real text: hidden is [12, 18)
 *     ftp://alice:***@host/        what is shown: 18 is at 15
 */
export function redactUrl(href: string): RedactedUrl {
  const text = redact(href);
  const [start, end] = findDifference(href, text);
  const stars = text.length - (href.length - (end - start));
  const at = (offset: number): number => {
    // First, because the range is empty if the secret is itself of stars.
    if (offset >= end) return offset - (end - start) + stars;
    // An offset in the hidden range maps to its start, so that it does not reveal the length of the secret.
    return Math.min(offset, start);
  };
  return { text, at, hidden: [start, end], slice: (from, to) => text.slice(at(from), at(to)) };
}

/**
 * Is something hidden after the authority? Then other software would see a password there, and values that a scheme
 * derives from the path, decoded or rewritten, must be hidden as well.
 */
export function hasHiddenPath({ offsets }: Url, { hidden }: RedactedUrl): boolean {
  return hidden[1] > offsets.pathStart;
}

/** Returns the range of `href` in which the two differ, or [0, 0) if they are equal. */
function findDifference(href: string, text: string): readonly [start: number, end: number] {
  if (href === text) return [0, 0];
  const shorter = Math.min(href.length, text.length);
  let start = 0;
  while (start < shorter && href[start] === text[start]) start++;
  let same = 0;
  while (same < shorter - start && href.at(-1 - same) === text.at(-1 - same)) same++;
  return [start, href.length - same];
}
