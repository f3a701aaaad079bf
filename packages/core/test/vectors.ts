import { readFileSync } from "node:fs";

/**
 * The rows of a file in `vectors/`. Read, not imported: some hold lone surrogates, which a bundler's JSON refuses
 * and JSON allows.
 */
export function vectorsOf<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8")) as T;
}
