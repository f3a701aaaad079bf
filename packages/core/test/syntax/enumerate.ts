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

/** Returns the first ten unexpected rows, enough to see the pattern. */
export class Mismatches {
  readonly rows: string[] = [];

  /** Create the row only if it is needed. */
  check(ok: boolean, row: () => string): void {
    if (!ok && this.rows.length < 10) this.rows.push(row());
  }
}
