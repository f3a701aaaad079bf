/** Returns every path of up to `max` segments from `segments`, with and without a leading and a trailing "/". */
export function everyPath(max: number, segments: readonly string[]): readonly string[] {
  const paths = new Set<string>();
  for (const row of everyRow(max, segments)) {
    const path = row.join("/");
    for (const text of [path, `/${path}`, `${path}/`, `/${path}/`]) paths.add(text);
  }
  return [...paths];
}

/** Returns every text of up to `max` of these strings. */
export function everyText(max: number, pieces: readonly string[]): readonly string[] {
  return everyRow(max, pieces).map((row) => row.join(""));
}

function everyRow(max: number, pieces: readonly string[]): readonly (readonly string[])[] {
  let rows: readonly (readonly string[])[] = [[]];
  const all = [...rows];
  for (let length = 1; length <= max; length++) {
    rows = rows.flatMap((row) => pieces.map((piece) => [...row, piece]));
    // One by one: engines limit the number of arguments of a call.
    for (const row of rows) all.push(row);
  }
  return all;
}

/** Planes of ideographs (2 and 3), of no assigned character, and of private use: their code points are all alike. */
const UNIFORM_PLANES: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16]);

/** Yields each code point from `first`, surrogates included. Of a uniform plane, both ends of it, and one in 61. */
export function* everyCodePoint(first = 0): Generator<number, void> {
  for (let code = first; code <= 0x10ffff; code++) {
    const isEnd = (code & 0xffff) < 0x200 || (code & 0xffff) >= 0xfe00;
    if (isEnd || code % 61 === 0 || !UNIFORM_PLANES.has(code >> 16)) yield code;
  }
}

/** Returns the first ten unexpected rows, enough to see the pattern. */
export class Mismatches {
  readonly rows: string[] = [];

  /** Create the row only if it is needed. */
  check(ok: boolean, row: () => string): void {
    if (!ok && this.rows.length < 10) this.rows.push(row());
  }
}
