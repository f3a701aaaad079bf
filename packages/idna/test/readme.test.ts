import { readFileSync } from "node:fs";
import * as core from "@anyurl/core";
import { expect, it } from "vitest";
import { idna } from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

it("the README table has the correct host of each IRI", () => {
  const rows = [...readme.matchAll(/^\| `(http:\S+)` +\| (\S+)\S* .*?\| (\S+)/gm)];
  expect(rows.length).toBe(6);
  for (const [, iri, host, shown] of rows) {
    const result = core.tryParseIri(iri!, idna);
    expect(result.ok ? `\`${result.url.host}\`` : "rejected,").toBe(host);
    if (result.ok) expect(`\`${core.displayIri(result.url, idna)}\``).toBe(shown!.replace(/:$/, ""));
    else expect(result.problems[0]!.code).toBe("bad-host");
  }
});
