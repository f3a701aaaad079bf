/**
 * Does a name fit a wildmat-pattern (RFC 3977 §4.2)? "*" stands for any characters, "?" for one; there is nothing else
 * in one pattern. Takes time by the product of the two lengths at most: no pattern makes it try everything.
 */
export function fitsWildmat(name: string, pattern: string): boolean {
  const [text, marks] = [Array.from(name), Array.from(pattern)];
  let at = 0;
  let mark = 0;
  /** Where the last "*" is, and where what it stands for would end. */
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
