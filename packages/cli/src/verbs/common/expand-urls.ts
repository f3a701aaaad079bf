import { UsageError } from "../../errors.ts";

/** The default of --max-urls: the number of URLs that a text with patterns can stand for. */
const MAX_URLS = 100_000;

/** The three patterns: `{a,b}`, `[1-9]` or `[01-10:2]`, and `[a-z]` or `[a-z:2]`. An IPv6 address does not match. */
const PATTERN =
  /\{([^{}]*,[^{}]*)\}|\[(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?\]|\[([a-z])-([a-z])(?::(\d{1,2}))?\]/i;

/**
 * Returns the texts that a text with patterns stands for, as curl does: the last pattern changes first.
 *
 * @throws {UsageError} a range ends before it begins; there are too many texts.
 */
export function expandPatterns(text: string, maxUrls: number = MAX_URLS): readonly string[] {
  const found = PATTERN.exec(text);
  if (found === null) return [text];
  const head = text.slice(0, found.index);
  const tails = expandPatterns(text.slice(found.index + found[0].length), maxUrls);
  const values = listValues(found, maxUrls);
  if (values.length * tails.length > maxUrls)
    throw new UsageError(
      `the patterns exceed the limit of ${maxUrls} URLs`,
      "increase --max-urls, or use --no-glob to take them literally",
    );
  return values.flatMap((value) => tails.map((tail) => head + value + tail));
}

function listValues(
  [pattern, list, first, last, step, from, to, letters]: RegExpExecArray,
  maxUrls: number,
): readonly string[] {
  const countUp = (start: number, end: number, by: string | undefined, format: (value: number) => string) =>
    listRange({ pattern: pattern!, first: start, last: end, by: Number(by ?? "1"), maxUrls }).map(format);
  if (list !== undefined) return list.split(",");
  if (first !== undefined) {
    // Leading zeros set the width.
    const width = first.startsWith("0") ? first.length : 0;
    return countUp(Number(first), Number(last), step, (value) => String(value).padStart(width, "0"));
  }
  const code = (letter: string) => letter.charCodeAt(0);
  return countUp(code(from!), code(to!), letters, (value) => String.fromCharCode(value));
}

interface Range {
  readonly pattern: string;
  readonly first: number;
  readonly last: number;
  readonly by: number;
  readonly maxUrls: number;
}

function listRange({ pattern, first, last, by, maxUrls }: Range): readonly number[] {
  if (last < first || by === 0)
    throw new UsageError(`invalid range ${pattern}`, "use [1-9], [01-10:2], or [a-z], or add --no-glob");
  const count = Math.floor((last - first) / by) + 1;
  if (count > maxUrls)
    throw new UsageError(`the range ${pattern} exceeds the limit of ${maxUrls} URLs`, "increase --max-urls");
  return Array.from({ length: count }, (_, i) => first + i * by);
}

/** Returns the URLs in a text: one per line, without empty lines and lines that begin with "#". */
export function readUrlList(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
