import { readFileSync } from "node:fs";
import type { Vector } from "./vector.ts";

/**
 * Reads a file of vectors. JSON writes a byte that is not UTF-8 as a lone "\udcff". Node can read it, but some bundlers
 * reject it in an `import` of JSON.
 *
 * @throws {SyntaxError} the file is not valid JSON.
 * @throws {TypeError} the JSON is not an array of rows with a `rule`.
 */
export function readVectors(file: string | URL): readonly Vector[] {
  const rows: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(rows)) throw new TypeError("invalid vectors: expected an array of rows");
  for (const [i, row] of rows.entries()) {
    const rule: unknown = typeof row === "object" && row !== null ? Reflect.get(row, "rule") : undefined;
    if (typeof rule !== "string") throw new TypeError(`missing rule in row ${i}`);
  }
  return rows;
}
