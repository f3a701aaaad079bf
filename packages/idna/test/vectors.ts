import { readFileSync } from "node:fs";

/** A file in `tools/vectors/`. Read, not imported: a bundler's JSON refuses lone surrogates, and JSON allows them. */
export function vectorsOf<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8")) as T;
}
