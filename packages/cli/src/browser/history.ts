/** The visited pages, and which of them is shown. Immutable. */
export interface History<V> {
  readonly visits: readonly V[];
  /** The index of the current visit; -1 before the first one. */
  readonly at: number;
}

export const EMPTY_HISTORY: History<never> = { visits: [], at: -1 };

/** Maximum number of visits; the oldest ones are dropped. */
export const MAX_VISITS = 100;

export function currentVisit<V>({ visits, at }: History<V>): V | undefined {
  return visits[at];
}

/** Adds a visit after the current one. Those that were after it are dropped, as in every browser. */
export function addVisit<V>({ visits, at }: History<V>, visit: V): History<V> {
  const kept = [...visits.slice(0, at + 1), visit].slice(-MAX_VISITS);
  return { visits: kept, at: kept.length - 1 };
}

export function replaceVisit<V>({ visits, at }: History<V>, visit: V): History<V> {
  return { visits: visits.with(at, visit), at };
}

/** Moves by a number of visits. Returns `undefined` if no visit is there. */
export function moveBy<V>(history: History<V>, steps: number): History<V> | undefined {
  return moveTo(history, history.at + steps);
}

export function moveTo<V>({ visits }: History<V>, at: number): History<V> | undefined {
  return visits[at] === undefined ? undefined : { visits, at };
}
