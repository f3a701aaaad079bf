import { readFileSync } from "node:fs";
import type { Vector } from "./vector.ts";

const KEYS: Readonly<Record<keyof Vector, true>> = {
  ...{ rule: true, url: true, note: true, profile: true },
  ...{ user: true, password: true, host: true, port: true, path: true, query: true, fragment: true },
  ...{ parts: true, normal: true, equal: true, equivalent: true, differs: true },
  ...{ wire: true, operation: true, access: true, code: true, start: true, warning: true, build: true },
};

/**
 * Reads a file of vectors. JSON writes a byte that is not UTF-8 as a lone "\udcff". Node can read it, but some bundlers
 * reject it in an `import` of JSON.
 *
 * @throws {SyntaxError} the file is not valid JSON.
 * @throws {TypeError} the JSON is not an array of rows with a `rule`, or a row has an unknown key.
 */
export function readVectors(file: string | URL): readonly Vector[] {
  const rows: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Array.isArray(rows)) throw new TypeError("invalid vectors: expected an array of rows");
  for (const [i, row] of rows.entries()) {
    const rule: unknown = typeof row === "object" && row !== null ? Reflect.get(row, "rule") : undefined;
    if (typeof rule !== "string") throw new TypeError(`missing rule in row ${i}`);
    // A misspelled key would check nothing.
    const unknown = Object.keys(row).find((key) => !Object.hasOwn(KEYS, key));
    if (unknown !== undefined) throw new TypeError(`unknown key "${unknown}" in row ${i}`);
  }
  return rows;
}
