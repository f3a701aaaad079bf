import { readFileSync } from "node:fs";

export function realWeb(count: number): readonly string[] {
  const text = readFileSync(new URL("real-web-10k.txt", import.meta.url), "utf8");
  return text.split("\n").filter(Boolean).slice(0, count);
}
