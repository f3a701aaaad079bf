import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { between, inOrder, LISTINGS, markdownTable, type SchemeFacts } from "../first-party-files.ts";

const ROOT = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

/** A copy of what the lists are made from, and of the lists: tests may add a folder to it. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "anyurl-first-party-"));
  const folders = readdirSync(join(ROOT, "packages")).filter((folder) =>
    /^(core|client|duplex|anyurl|all|(scheme|protocol)-.*)$/.test(folder),
  );
  const left = new Set(["dist", "test", ".turbo", ".cache"]);
  for (const folder of folders) {
    const from = join(ROOT, "packages", folder);
    for (const name of readdirSync(from).filter((each) => !left.has(each)))
      cpSync(join(from, name), join(copy, "packages", folder, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
  }
  // Schemes can depend on packages of others, to which relative links lead.
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "docs"));
  for (const path of ["README.md", "docs/schemes.md"]) cpSync(join(ROOT, path), join(copy, path));
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Makes a folder, as one that writes a scheme would, and lets those see it who import it: what an install does. */
function addScheme(folder: string, schemes: readonly string[], collection?: string): string {
  const path = join(copy, "packages", folder);
  mkdirSync(join(path, "src"), { recursive: true });
  mkdirSync(join(path, "node_modules/@anyurl"), { recursive: true });
  symlinkSync("../../../core", join(path, "node_modules/@anyurl/core"));
  symlinkSync(`../../../${folder}`, join(copy, "packages/anyurl/node_modules/@anyurl", folder));
  const exports = { ".": { "anyurl-source": "./src/index.ts" } };
  const manifest = { name: `@anyurl/${folder}`, type: "module", exports, anyurl: { schemes, collection } };
  writeFileSync(join(path, "package.json"), JSON.stringify(manifest));
  writeFileSync(
    join(path, "src/index.ts"),
    `import { defineScheme, type Scheme } from "@anyurl/core";
export interface DemoParts { readonly word: string }
export interface Helper { readonly other: string }
export const demo: Scheme<"x-demo", DemoParts> = defineScheme({
  name: "x-demo", cite: ["RFC 7595 §3.8"], parse: ({ path }) => ({ word: path }), format: ({ word }) => "x-demo:" + word,
  examples: [{ url: "x-demo:hello", title: "a word" }],
  access: async () => ({ list: async function* () {} }),
});
`,
  );
  return path;
}

async function firstParty(...args: readonly string[]): Promise<{ status: number; output: string }> {
  const script = join(ROOT, "tools/scripts/first-party.ts");
  try {
    const { stdout, stderr } = await run(process.execPath, [script, "--root", copy, ...args]);
    return { status: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, output: stdout + stderr };
  }
}

const read = (path: string) => readFileSync(join(copy, path), "utf8");

describe("the lists of schemes", { tags: ["slow"] }, () => {
  it("follow the folders: one new folder, and the scheme is in every one of them", async () => {
    expect(await firstParty("--check")).toEqual({ status: 0, output: "" });

    const lists = LISTINGS.filter(({ path }) => !path.startsWith("packages/all/"));
    const before = lists.map(({ path }) => read(path));
    addScheme("scheme-demo", ["x-demo"]);
    const stale = await firstParty("--check");
    expect(stale.status).toBe(1);
    for (const { path } of lists) expect(stale.output).toContain(`${path} is out of date`);
    expect(stale.output).not.toContain("packages/all/");
    expect(lists.map(({ path }) => read(path))).toEqual(before);

    expect((await firstParty()).status).toBe(0);
    for (const { path } of lists) expect(read(path), path).toMatch(/\bdemo\b/);
    expect(read("packages/anyurl/package.json")).toContain('"@anyurl/scheme-demo": "workspace:^"');
    expect(read("README.md")).toContain("| `x-demo:`");
    expect(read("docs/schemes.md")).toContain("`x-demo:hello`");
    expect(await firstParty("--check")).toEqual({ status: 0, output: "" });
  }, 120_000);

  it("make it a scheme of anyurl: it is read, its types are given, and nothing else of its package is", async () => {
    const program = `
      import * as anyurl from ${JSON.stringify(join(copy, "packages/anyurl/src/index.ts"))};
      import { schemeNotInstalledError } from ${JSON.stringify(join(copy, "packages/core/src/index.ts"))};
      console.log(anyurl.parse("x-demo:hello").parts.word, anyurl.demo.names[0], schemeNotInstalledError("x-demo").hint);`;
    const { stdout } = await run(process.execPath, [
      ...["-C", "anyurl-source", "--input-type=module", "--eval", program],
    ]);
    expect(stdout).toContain("hello x-demo");
    expect(stdout).toContain("@anyurl/scheme-demo");
    const given = read("packages/anyurl/src/scheme-exports.ts");
    expect(given).toContain('export type { DemoParts } from "@anyurl/scheme-demo";');
    expect(given).toContain('import { demo } from "@anyurl/scheme-demo";');
    expect(given).not.toContain("Helper");
  }, 60_000);

  it("have a scheme of @anyurl/all there, and not in anyurl", async () => {
    const path = addScheme("scheme-large", ["x-demo"], "@anyurl/all");
    rmSync(join(copy, "packages/scheme-demo"), { recursive: true });
    expect((await firstParty()).status).toBe(0);
    for (const list of ["src/scheme-exports.ts", "package.json", "README.md"]) {
      expect(read(`packages/all/${list}`), list).toContain("scheme-large");
      expect(read(`packages/anyurl/${list}`), list).not.toContain("scheme-large");
    }
    rmSync(path, { recursive: true });
  }, 60_000);

  it("are not made of a folder whose manifest and scheme disagree", async () => {
    const path = addScheme("scheme-other", ["x-other"]);
    const { status, output } = await firstParty();
    rmSync(path, { recursive: true });
    expect(status).toBe(1);
    expect(output).toContain('packages/scheme-other/package.json: anyurl.schemes must be ["x-demo"]');
  }, 60_000);
});

describe("generated texts", () => {
  const facts = (constant: string, ...cite: readonly string[]): SchemeFacts => ({
    ...{
      folder: `scheme-${constant}`,
      packageName: `@anyurl/scheme-${constant}`,
      constant,
      names: [constant],
    },
    ...{ ports: [null], operations: [], cite, examples: [], given: [], collection: "anyurl" },
    exports: [{ name: constant, isType: false }],
  });

  it("stand in the order of RFC 1738 §3, and then by name", () => {
    const all = [
      facts("b"),
      facts("file", "RFC 8089", "RFC 1738 §3.10"),
      facts("a"),
      facts("ftp", "RFC 1738 §3.2"),
    ];
    expect(inOrder(all).map(({ constant }) => constant)).toEqual(["ftp", "file", "a", "b"]);
  });

  it("refuse a name that two packages would give", () => {
    const [, , exports] = LISTINGS;
    const twice = { ...facts("b"), exports: [{ name: "fromPath", isType: false }], given: ["fromPath"] };
    const other = { ...twice, constant: "a", packageName: "@anyurl/scheme-a" };
    expect(() => exports!.text([other, twice], "")).toThrow("both export fromPath");
  });

  it("name each package once if it has several schemes", () => {
    const [, , exports] = LISTINGS;
    const two = [facts("a"), { ...facts("b"), packageName: "@anyurl/scheme-a" }].map((each) => ({
      ...each,
      exports: ["a", "b", "AParts", "BParts", "Other"].map((name) => ({ name, isType: name.length > 1 })),
    }));
    expect(exports!.text(two, "").match(/^.* from ".*$/gm)).toEqual([
      'export type { AParts, BParts } from "@anyurl/scheme-a";',
      'import { a, b } from "@anyurl/scheme-a";',
    ]);
  });

  it("refuse to give a name that a package does not have", () => {
    const [, , exports] = LISTINGS;
    expect(() => exports!.text([{ ...facts("a"), given: ["fromPath"] }], "")).toThrow("fromPath");
  });

  it("change a page between its marks only, and need them", () => {
    const page = "a\n<!-- x -->\nold\n<!-- /x -->\nb\n";
    expect(between(page, "x", "new")).toBe("a\n<!-- x -->\n\nnew\n<!-- /x -->\nb\n");
    expect(() => between("a", "x", "new")).toThrow("missing");
  });

  it("are tables whose cells cannot end them", () => {
    expect(
      markdownTable([
        ["a", "b"],
        ["x|y", "z"],
      ]),
    ).toBe("| a    | b   |\n| ---- | --- |\n| x\\|y | z   |\n");
  });
});
