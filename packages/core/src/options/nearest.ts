/** Returns the name that a misspelled one probably means, or `undefined` if none is near. */
export function findNearest(given: string, names: readonly string[]): string | undefined {
  const wanted = fold(given.slice(0, MAX_NAME_LENGTH));
  let nearest: string | undefined;
  // A third of the letters may be wrong, or one of two.
  let least = Math.max(wanted.length > 1 ? 1 : 0, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(wanted, fold(name));
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** No name is longer; bounds the work for a text that is not a name. */
const MAX_NAME_LENGTH = 64;

/** "line-ends" means lineEnds. */
function fold(name: string): string {
  return name.replace(/[-_ ]/g, "").toLowerCase();
}

/** Counts inserted, deleted, replaced, and swapped letters (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? before[j - 2]! + 1 : replaced;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, replaced, swapped));
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
