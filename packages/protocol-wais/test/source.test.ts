import { textOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatSource,
  MAX_SOURCE_CHARACTERS,
  readSearchResponse,
  readSource,
  type Source,
} from "../src/index.ts";
import { fixture } from "./fixtures.ts";

const WHOLE = `(:source
   :version 3
   :ip-name "wais.example.org" :ip-address "192.0.2.10" :tcp-port "2100"
   :Database-Name "harbour.src"
   :cost 0.50 :cost-unit :dollars-per-session
   :maintainer "keeper@example.org"
   :window-geometry #( 10 20 (30) )
   :script (:any :size 3 :bytes #( 1 2 3 ))
   :keyword-list (tide "high water" gull)
   :description "Tide tables,
and the \\"log\\" of \\\\ the keeper.")`;

describe("readSource", () => {
  it("parses a description, and ignores unknown fields", () => {
    expect(readSource(WHOLE)).toEqual({
      databaseName: "harbour",
      ipName: "wais.example.org",
      ipAddress: "192.0.2.10",
      tcpPort: 2100,
      cost: "0.50",
      costUnit: "dollars-per-session",
      maintainer: "keeper@example.org",
      keywords: ["tide", "high water", "gull"],
      description: 'Tide tables,\nand the "log" of \\ the keeper.',
    });
  });

  it("parses a description of freeWAIS-sf 2.2.10", () => {
    const answer = fixture("help").frames.at(-1)!.octets.subarray(25);
    const [record] = readSearchResponse(answer, 1).records;
    const source = readSource(textOf((record as { octets: Uint8Array }).octets));
    expect(source).toMatchObject({
      databaseName: "harbour",
      ipName: "wais.example.org",
      tcpPort: 210,
      costUnit: "free",
    });
    expect(source.description).toContain("/srv/wais/docs/tide.txt\n");
  });

  const field = fc.string({ unit: "binary-ascii", maxLength: 20 });
  it("parses what formatSource writes", () => {
    const source: fc.Arbitrary<Source> = fc.record({
      databaseName: field.map((name) => `x${name.replace(/\.src$/, "")}`),
      ipName: field,
      ipAddress: fc.option(field, { nil: undefined }),
      tcpPort: fc.nat(65_535),
      cost: fc.constantFrom("0.00", "1.50"),
      costUnit: fc.constantFrom("free", "other"),
      maintainer: fc.option(field, { nil: undefined }),
      keywords: fc.option(fc.array(field, { maxLength: 4 }), { nil: undefined }),
      description: fc.option(field, { nil: undefined }),
    });
    fc.assert(fc.property(source, (each) => void expect(readSource(formatSource(each))).toEqual(each)));
  });

  it.each([
    ["nothing", ""],
    ["a text", "Tide tables"],
    ["another list", "(:question :version 2)"],
    ["without its end", '(:source :version 3 :ip-name "h" :database-name "db"'],
    ["a string without its end", '(:source :database-name "db'],
    ["a string that ends in a backslash", '(:source :database-name "db\\'],
    ["without a database", '(:source :version 3 :ip-name "h")'],
    ["without a host", '(:source :version 3 :database-name "db")'],
    ["a value in the place of a name", '(:source "x" "y")'],
    ["lists without end", "(:source :x ".padEnd(60_000, "(")],
  ])("rejects %s", (_, text) => {
    expect(() => readSource(text)).toThrow(expect.objectContaining({ code: "protocol-error" }));
  });

  it("rejects a description that exceeds the limit", () => {
    expect(() => readSource(WHOLE.padEnd(MAX_SOURCE_CHARACTERS + 1))).toThrow(
      expect.objectContaining({ code: "too-large" }),
    );
  });

  it("omits the port if it is the default", () => {
    for (const port of ["70000", "x", '"-1"', "(1)"])
      expect(
        readSource(`(:source :ip-name "h" :database-name "d" :tcp-port ${port})`).tcpPort,
      ).toBeUndefined();
  });
});
