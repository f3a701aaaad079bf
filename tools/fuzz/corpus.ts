import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Input } from "./target.ts";

/**
 * The corpus of a target, one input per line: a JSON array of texts. Characters that are not printable US-ASCII are
 * escaped, which preserves lone surrogates.
 */
export function readCorpus(folder: string, name: string): readonly Input[] {
  const file = fileOf(folder, name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Input);
}

export function writeCorpus(folder: string, name: string, inputs: readonly Input[]): void {
  const file = fileOf(folder, name);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, inputs.map((input) => `${lineOf(input)}\n`).join(""));
}

/** Returns the text form of an input for files and messages. */
export function lineOf(input: Input): string {
  return JSON.stringify(input).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function fileOf(folder: string, name: string): URL {
  return new URL(`${folder}/${name}.jsonl`, import.meta.url);
}
