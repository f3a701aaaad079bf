import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createRegistry, tryParse } from "../src/index.ts";
import { ftp, http } from "./schemes.ts";

const ROOT = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

/** The text of each section, by heading. */
const sections = new Map(
  [...read("docs/errors.md").matchAll(/^### `([^`]+)`\n\n(.*?)(?=^#|$(?![\s\S]))/gms)].map(
    ([, code, text]) => [code!, text!],
  ),
);

describe("docs/errors.md", () => {
  it("explains every code that a package of this project uses", () => {
    const used = new Map<string, string>();
    for (const path of globSync("packages/{core,client,transport-node,scheme-*}/src/**/*.ts", {
      cwd: ROOT,
    })) {
      const source = read(path);
      const codes = [/\bcode: "([a-z]+(?:-[a-z]+)*)"/g, /\bAccessError\(\s*"([a-z]+(?:-[a-z]+)*)"/g];
      for (const pattern of codes) for (const [, code] of source.matchAll(pattern)) used.set(code!, path);
    }
    expect(used.size).toBeGreaterThan(20);
    expect([...used].filter(([code]) => !sections.has(code))).toEqual([]);
  });

  it("links to existing files", () => {
    for (const [, path] of read("docs/errors.md").matchAll(/\]\(([^)#:]+)\)/g)) {
      expect(existsSync(new URL(path!, new URL("docs/", ROOT)))).toBe(true);
    }
  });

  const urls = createRegistry(http, ftp);
  const shown = [...sections].flatMap(([code, text]) =>
    [
      .../^- Example: (.+)$/m
        .exec(text)![1]!
        .matchAll(/`((?:http|ftp|x|:|1|ht_tp|scheme)?[^` ]*:[^`]*|\/\/h\/|h\/p)`/g),
    ].map(([, url]) => [code, url!] as const),
  );
  /** Codes of parsing by the generic syntax, or by the common internet syntax. */
  const generic = new Set(
    [
      "no-scheme",
      "bad-scheme",
      "illegal-character",
      "bad-escape",
      "bad-userinfo",
      "missing-authority",
      "missing-host",
    ].concat(
      [
        "bad-host",
        "bad-ip-literal",
        "zone-id-not-allowed",
        "bad-port",
        "control-octet",
        "ambiguous-authority",
      ],
      ["deprecated-password"],
    ),
  );

  it.each(shown.filter(([code]) => generic.has(code)))("%s is the code of %s", (code, text) => {
    const found = [...urls.tryParse(text).problems, ...tryParse(text).problems].map(
      (problem) => problem.code,
    );
    expect(found).toContain(code);
  });

  it("shows a URL for each of them", () => {
    expect([...generic].filter((code) => !shown.some(([of]) => of === code))).toEqual([]);
  });
});
