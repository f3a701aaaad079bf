/** Every path of up to `max` segments out of `segments`, with and without a "/" before and behind it. */
export function everyPath(max: number, segments: readonly string[]): readonly string[] {
  const paths = new Set<string>();
  for (const row of everyRow(max, segments)) {
    const path = row.join("/");
    for (const text of [path, `/${path}`, `${path}/`, `/${path}/`]) paths.add(text);
  }
  return [...paths];
}

/** Every text of up to `max` of these pieces. */
export function everyText(max: number, pieces: readonly string[]): readonly string[] {
  return everyRow(max, pieces).map((row) => row.join(""));
}

function everyRow(max: number, pieces: readonly string[]): readonly (readonly string[])[] {
  let rows: readonly (readonly string[])[] = [[]];
  const all = [...rows];
  for (let length = 1; length <= max; length++) {
    rows = rows.flatMap((row) => pieces.map((piece) => [...row, piece]));
    // One by one: engines bound how many arguments a call may have.
    for (const row of rows) all.push(row);
  }
  return all;
}

/** The first ten rows that are not as expected: enough to see the pattern. */
export class Mismatches {
  readonly rows: string[] = [];

  /** The row is made only where it is needed. */
  check(ok: boolean, row: () => string): void {
    if (!ok && this.rows.length < 10) this.rows.push(row());
  }
}
