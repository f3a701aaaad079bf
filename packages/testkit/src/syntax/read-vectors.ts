import { readFileSync } from "node:fs";
import type { Vector } from "./vector.ts";

/**
 * Reads a file of vectors. JSON can write an octet that is not UTF-8 as a lone "\udcff", and Node reads it; some
 * bundlers that take over an `import` of JSON do not.
 *
 * @throws {SyntaxError} it is no JSON.
 * @throws {TypeError} it is no array of rows that have a rule each.
 */
export function readVectors(file: string | URL): readonly Vector[] {
  const rows: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(rows)) throw new TypeError("vectors are an array of rows");
  for (const [i, row] of rows.entries()) {
    const rule: unknown = typeof row === "object" && row !== null ? Reflect.get(row, "rule") : undefined;
    if (typeof rule !== "string") throw new TypeError(`row ${i} has no rule`);
  }
  return rows;
}
