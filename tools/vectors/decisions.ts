import { readFileSync } from "node:fs";

/** Why a class of cases does not have the result that its source expects. */
export interface Decision {
  /** The name of the class. */
  readonly name: string;
  /** The rule that decides. */
  readonly cite: string;
  readonly why: string;
  /** The scheme that decides. Ignored if the scheme is missing. */
  readonly scheme?: string;
  readonly ids: readonly string[];
}

/** Returns the decisions of a file in `decisions/`, by case id. `has` returns whether a scheme exists. */
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
 * Compares a case with the table: a listed case must fail, or its line is out of date; any other must pass.
 *
 * @param check throws if the case does not have the result that its source expects.
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
  throw new Error(`this case has the expected result: remove it from the decisions (${decision.name})`);
}
