import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";

const PACKAGES = join(import.meta.dirname, "../../packages");
const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");

const cellsOf = (row: string): readonly string[] =>
  row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Paths that lead nowhere: from packages/, or from the folder of the one before, or from one above that. */
function lostIn(cell: string): readonly string[] {
  let folder = "";
  return [...cell.matchAll(/`([\w./-]+)`/g)].flatMap(([, path = ""]) => {
    if (!/[./]/.test(path)) return [];
    const places = [path, join(folder, path), join(dirname(folder), path)].map(normalize);
    const found = places.find((place) => existsSync(join(PACKAGES, place)));
    if (found === undefined) return [path];
    folder = dirname(found);
    return [];
  });
}

describe("docs/security.md", () => {
  const rows = page.split("\n").filter((line) => /^\| (?!rule|---)/.test(line));

  it("has rules", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)("names a place and a test that there are: %s", (row) => {
    const [rule, , kept, tested] = cellsOf(row);
    expect([rule, kept, tested]).not.toContain("");
    expect([...lostIn(kept!), ...lostIn(tested!)]).toEqual([]);
  });

  it("names every limit, with its default", () => {
    for (const name of Object.keys(DEFAULT_LIMITS)) expect(page).toContain(`\`${name}\` (`);
  });
});
