import { readFileSync } from "node:fs";

/** Why a class of cases, or one, does not come out here as its source wants it. */
export interface Decision {
  /** Names the class. */
  readonly name: string;
  /** The rule that decides. */
  readonly cite: string;
  readonly why: string;
  /** Decided by this scheme: no word on it while the scheme is not there. */
  readonly scheme?: string;
  readonly ids: readonly string[];
}

/** The decisions of a file in `decisions/`, by the id of each case. `has`: which schemes are there. */
export function decisionsOf(
  name: string,
  has: (scheme: string) => boolean = () => true,
): ReadonlyMap<string, Decision> {
  const text = readFileSync(new URL(`decisions/${name}.json`, import.meta.url), "utf8");
  const byId = new Map<string, Decision>();
  for (const decision of JSON.parse(text) as readonly Decision[]) {
    if (decision.scheme !== undefined && !has(decision.scheme)) continue;
    for (const id of decision.ids) {
      if (byId.has(id)) throw new Error(`${id} is decided twice in ${name}`);
      byId.set(id, decision);
    }
  }
  return byId;
}

/**
 * Holds a case against the table: one that stands there has to fail, or its line is out of date; any other
 * has to pass.
 *
 * @param check throws when the case does not come out as its source wants it.
 */
export function judge(decision: Decision | undefined, check: () => void): void {
  if (decision === undefined) {
    check();
    return;
  }
  try {
    check();
  } catch {
    return;
  }
  throw new Error(`this comes out as its source wants it: take it from the decisions (${decision.name})`);
}
