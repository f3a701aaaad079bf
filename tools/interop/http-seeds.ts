import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { ALL_OCTETS } from "./seeds.ts";

export const MODIFIED: Date = new Date("2001-02-03T04:05:06Z");

/** A text that is long enough for a content coding and for several reads. */
export const LONG_TEXT: string = Array.from(
  { length: 200_000 },
  (_, i) => `${String(i).padStart(40, "0")}\n`,
).join("");

/** The contents of the documents, by their path below the root. */
export const HTTP_DOCUMENTS: ReadonlyMap<string, string | Uint8Array> = new Map<string, string | Uint8Array>([
  ["index.html", "<html><title>Index</title><p>hello</p></html>\n"],
  ["text.txt", "line one\nline two\n".repeat(10)],
  ["empty.bin", ""],
  ["bytes.bin", ALL_OCTETS],
  ["long.txt", LONG_TEXT],
  ["name with spaces.bin", "spaces\n"],
  ["100%.bin", "percent\n"],
  ["a+b.bin", "plus\n"],
  ["grüße.bin", "utf-8\n"],
  ["x;type=a", "semicolon\n"],
  ["coded.gz", gzipSync("in a coding\n")],
  ["dir/index.html", "in a folder\n"],
  ["private/x.txt", "secret\n"],
]);

export function seedHttp(root: string): void {
  for (const [path, content] of HTTP_DOCUMENTS) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  utimesSync(join(root, "text.txt"), MODIFIED, MODIFIED);
}
