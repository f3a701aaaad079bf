import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";

const PACKAGES = join(import.meta.dirname, "../../../packages");
const page = readFileSync(join(import.meta.dirname, "../../../docs/security.md"), "utf8");

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

  it("has more than 40 rules", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)("names a place and a test that there are: %s", (row) => {
    const [rule, , kept, tested] = cellsOf(row);
    expect([rule, kept, tested]).not.toContain("");
    expect([...lostIn(kept!), ...lostIn(tested!)]).toEqual([]);
  });

  it.each(Object.entries(DEFAULT_LIMITS))("names the limit %s, with its default", (name, value) => {
    expect(page).toContain(`\`${name}\` (${shown(name, value)})`);
  });
});

/** A limit as the page writes it: times in seconds, sizes in KiB and MiB, counts with a space between thousands. */
function shown(name: string, value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "none";
  if (name === "minRate") return `${value} bytes/s`;
  if (name.endsWith("Timeout")) return `${value / 1000} s`;
  if (/^max(?:UrlLength|ReplyLines|Entries|Segments)$/.test(name))
    return String(value).replace(/(?<=\d)(?=\d{3}$)/, " ");
  if (value % 2 ** 10 !== 0 || /^max(?:Negotiation)$/.test(name)) return String(value);
  return value % 2 ** 20 === 0 ? `${value / 2 ** 20} MiB` : `${value / 2 ** 10} KiB`;
}
