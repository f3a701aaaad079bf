import type { createPart, Part } from "@anyurl/core";
import type { WrittenParameter } from "./parameters.ts";

/**
 * Describes the parameters: one of `meanings` by its value, any other one by its name and its value.
 *
 * @param meanings by the name of a parameter, the name of its field and its meaning.
 */
export function describeParameters(
  parameters: readonly WrittenParameter[],
  part: ReturnType<typeof createPart>,
  meanings: ReadonlyMap<string, readonly [field: string, meaning: string]>,
  prefix = "",
): readonly Part[] {
  let others = 0;
  return parameters.flatMap(({ name, range: [start, end], equals }) => {
    const known = meanings.get(name);
    if (known !== undefined) return [part(prefix + known[0], [equals + 1, end], known[1])];
    const field = `${prefix}parameters[${others++}]`;
    const parts = [part(`${field}.name`, [start, equals], "the name of a further parameter")];
    if (equals < end) parts.push(part(`${field}.value`, [equals + 1, end], "its value"));
    return parts;
  });
}
