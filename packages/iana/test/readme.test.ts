import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as iana from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the README table has the correct status of each name", () => {
  const rows = [...readme.matchAll(/^\| `(\S+)` +\| (\S+) +\| (.*?) +\| (.*?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, name, status, reference, note] of rows) {
    const found = iana.findIanaScheme(name!);
    expect(iana.schemeStatus(name!)).toBe(status);
    expect(found?.reference.join(", ") ?? "").toBe(reference!.trim());
    if (found !== undefined) expect(found.note ?? "").toBe(note!.trim());
  }
});
