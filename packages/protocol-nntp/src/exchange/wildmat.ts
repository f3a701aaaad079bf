/**
 * Returns whether a name matches a wildmat-pattern (RFC 3977 §4.2): "*" matches any characters, "?" one. One pattern
 * has no other wildcards. The time is at most proportional to the product of the two lengths: no pattern causes
 * exponential backtracking.
 */
export function matchesWildmat(name: string, pattern: string): boolean {
  const [text, marks] = [Array.from(name), Array.from(pattern)];
  let at = 0;
  let mark = 0;
  /** The position of the last "*", and the end of what it matches so far. */
  let star = -1;
  let starEnd = 0;
  while (at < text.length) {
    if (marks[mark] === "*") {
      star = mark++;
      starEnd = at;
    } else if (mark < marks.length && (marks[mark] === "?" || marks[mark] === text[at])) {
      mark++;
      at++;
    } else if (star >= 0) {
      mark = star + 1;
      at = ++starEnd;
    } else return false;
  }
  while (marks[mark] === "*") mark++;
  return mark === marks.length;
}
