import { readFileSync } from "node:fs";

/** A file in `vectors/`. It is read, not imported: a bundler's JSON rejects lone surrogates, which JSON allows. */
export function vectorsOf<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8")) as T;
}
