import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SchemeFacts } from "../first-party-files.ts";
import { type Case, casesOf, type IndependenceLimits } from "../independence/cases.ts";
import { survey, surveyLinks } from "../independence/install.ts";
import limits from "../independence/limits.json" with { type: "json" };
import { faultsOf, isCurrent, tableOf } from "../independence/report.ts";

const LIMITS: IndependenceLimits = limits;

function facts(constant: string, ...cite: readonly string[]): SchemeFacts {
  return {
    ...{
      folder: `scheme-${constant}`,
      packageName: `@anyurl/scheme-${constant}`,
      constant,
      names: [constant],
    },
    ...{ ports: [null], operations: ["get"], cite, given: [], exports: [{ name: constant, isType: false }] },
    collection: "anyurl",
    examples: [{ url: `${constant}:a`, title: "one" }],
  };
}

const SCHEMES = [facts("wais", "RFC 1738 §3.9"), facts("ftp", "RFC 1738 §3.2"), facts("x")];
const cases = casesOf(SCHEMES, LIMITS, new Map());
const named = (name: string): Case => cases.find((each) => each.name === name)!;

describe("the cases", () => {
  it("are core alone, each scheme to read and to open, and everything", () => {
    expect(cases.map(({ name }) => name)).toEqual([
      "core",
      ...["read ftp", "open ftp", "read wais", "open wais", "read x", "open x"],
      "anyurl",
    ]);
    expect(named("core").asked).toEqual(["@anyurl/core"]);
    expect(named("read ftp").asked).toEqual(["@anyurl/core", "@anyurl/scheme-ftp"]);
  });

  it("let a new scheme bring nothing with it, until its limits say what", () => {
    expect(named("read x").limit.besides ?? []).toEqual([]);
    // What transport-node depends on.
    expect(named("open x").limit.besides).toEqual(["@anyurl/duplex"]);
    expect(named("read wais").limit.besides).toEqual(["@anyurl/protocol-wais"]);
  });

  it("never let one scheme bring another one", () => {
    for (const { name, asked, limit } of cases.filter(({ kind }) => kind !== "anyurl")) {
      const schemes = [...asked, ...(limit.besides ?? [])].filter((each) =>
        each.startsWith("@anyurl/scheme-"),
      );
      expect(schemes.length, name).toBeLessThan(2);
    }
  });

  it("have limits for schemes that there are", () => {
    const folders = readdirSync(join(import.meta.dirname, "../../../packages"));
    for (const name of Object.keys(LIMITS.schemes)) expect(folders).toContain(`scheme-${name}`);
  });
});

describe("what is found", () => {
  const of = named("read wais");
  const right = ["@anyurl/core", "@anyurl/protocol-wais", "@anyurl/scheme-wais"];
  const most = of.limit.kibibytes * 1024;

  it("is right if it has only requested and allowed packages", () => {
    expect(faultsOf({ of, survey: { packages: right, octets: 1000 } })).toEqual([]);
  });

  it.each([
    [
      "another scheme",
      [...right, "@anyurl/scheme-ftp"],
      1000,
      "@anyurl/scheme-ftp was installed, but was not requested",
    ],
    ["a stranger", [...right, "left-pad"], 1000, "left-pad was installed"],
    ["less than is needed", right.slice(1), 1000, "@anyurl/core was not installed"],
    ["a second copy", [...right, "@anyurl/core"], 1000, "@anyurl/core was installed more than once"],
    ["too much", right, most + 1, `${most + 1} bytes were installed; the limit is ${most}`],
  ])("is a fault if there is %s", (_, packages, octets, message) => {
    const faults = faultsOf({ of, survey: { packages, octets } });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(message);
  });
});

describe("a survey", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "anyurl-survey-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function file(path: string, text: string): void {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  const manifest = (name: string) => JSON.stringify({ name });

  it("counts what npm has laid out, nested copies too, and not the lock file or the links of programs", () => {
    file("node_modules/@anyurl/core/package.json", manifest("@anyurl/core"));
    file("node_modules/@anyurl/core/dist/index.js", "12345");
    file("node_modules/@anyurl/core/dist/test/package.json", manifest("a-fixture"));
    file("node_modules/a/package.json", manifest("a"));
    file("node_modules/a/node_modules/b/package.json", manifest("b"));
    file("node_modules/b/package.json", manifest("b"));
    file("node_modules/.package-lock.json", "x".repeat(1000));
    file("node_modules/.bin/a", "x".repeat(1000));
    const texts = [
      manifest("@anyurl/core"),
      "12345",
      manifest("a-fixture"),
      manifest("a"),
      manifest("b"),
      manifest("b"),
    ];
    expect(survey(directory)).toEqual({
      packages: ["@anyurl/core", "a", "b", "b"],
      octets: texts.join("").length,
    });
  });

  it("counts what a package of a workspace of pnpm finds, once, and nothing of its neighbors", () => {
    const link = (path: string, target: string) => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      symlinkSync(target, join(directory, path));
    };
    for (const name of ["a", "b", "c"])
      file(`node_modules/.pnpm/${name}@1/node_modules/${name}/package.json`, manifest(name));
    link("node_modules/.pnpm/a@1/node_modules/b", "../../b@1/node_modules/b");
    link("one/node_modules/a", "../../node_modules/.pnpm/a@1/node_modules/a");
    link("one/node_modules/b", "../../node_modules/.pnpm/b@1/node_modules/b");
    link("two/node_modules/c", "../../node_modules/.pnpm/c@1/node_modules/c");
    file("one/node_modules/.bin/a", "x".repeat(1000));
    expect(surveyLinks(join(directory, "one"))).toEqual({
      packages: ["a", "b"],
      octets: 2 * manifest("a").length,
    });
  });

  it("counts two versions of a package, of which pnpm gives one to each that asks", () => {
    const at = (version: string) => `node_modules/.pnpm/core@${version}/node_modules/@anyurl/core`;
    for (const version of ["1", "2"]) file(`${at(version)}/package.json`, manifest("@anyurl/core"));
    file("node_modules/.pnpm/a@1/node_modules/a/package.json", manifest("a"));
    for (const [path, target] of [
      ["node_modules/.pnpm/a@1/node_modules/@anyurl/core", `../../../../../${at("1")}`],
      ["one/node_modules/@anyurl/core", `../../../${at("2")}`],
      ["one/node_modules/a", "../../node_modules/.pnpm/a@1/node_modules/a"],
    ] as const) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      symlinkSync(target, join(directory, path));
    }
    expect(surveyLinks(join(directory, "one")).packages).toEqual(["@anyurl/core", "@anyurl/core", "a"]);
  });
});

describe("the table", () => {
  const outcome = (name: string, octets: number) => ({
    of: named(name),
    survey: { packages: ["p"], octets },
  });

  it("has a line for each scheme: to read, and to open", () => {
    const table = tableOf([outcome("core", 1e6), outcome("read ftp", 1.5e6), outcome("open ftp", 4.44e6)]);
    expect(table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()))).toContainEqual([
      ...["", "`@anyurl/scheme-ftp`", "1", "1.5 MB", "1", "4.4 MB", ""],
    ]);
  });

  it("is current when counts are the same and sizes nearly, and else not", () => {
    const row = (count: number, size: string) =>
      `| a | b | c |\n| --- | --- | --- |\n| x | ${count} | ${size} |\n`;
    expect(isCurrent(row(2, "1.5 MB"), row(2, "1.5 MB"))).toBe(true);
    expect(isCurrent(row(2, "4.4 MB"), row(2, "4.7 MB"))).toBe(true);
    expect(isCurrent(row(2, "4.4 MB"), row(2, "5.1 MB"))).toBe(false);
    expect(isCurrent(row(2, "1.5 MB"), row(3, "1.5 MB"))).toBe(false);
    expect(isCurrent("", row(2, "1.5 MB"))).toBe(false);
    expect(isCurrent(`${row(2, "1.5 MB")}| y | 2 | 1.5 MB |\n`, row(2, "1.5 MB"))).toBe(false);
  });
});
