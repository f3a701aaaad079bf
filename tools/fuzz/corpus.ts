import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Input } from "./target.ts";

/**
 * The inputs that are kept for a target, one to a line: a JSON array of texts, with whatever is not printable
 * US-ASCII as an escape, so that halves of characters, too, come back as they were.
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

/** An input as it is written down, and shown. */
export function lineOf(input: Input): string {
  return JSON.stringify(input).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function fileOf(folder: string, name: string): URL {
  return new URL(`${folder}/${name}.jsonl`, import.meta.url);
}
