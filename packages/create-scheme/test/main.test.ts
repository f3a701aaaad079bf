import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { main } from "../src/index.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "create-anyurl-scheme-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** Runs a command line in the empty directory, without a terminal. */
async function run(...argv: readonly string[]) {
  const said = { out: "", err: "" };
  const status = await main(argv, {
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
    env: { npm_config_user_agent: "pnpm/12.21.0 npm/? node/v24.0.0" },
    isInteractive: false,
    cwd,
  });
  return { status, ...said };
}

const manifest = (folder: string) => JSON.parse(readFileSync(join(cwd, folder, "package.json"), "utf8"));

describe("npm create anyurl-scheme", () => {
  it("writes a package with a matching manifest", async () => {
    const { status, out, err } = await run("com.example.notes");
    expect([status, err]).toEqual([0, ""]);
    expect(out).toContain("files in anyurl-scheme-com.example.notes\n");
    expect(out).toMatch(
      /cd anyurl-scheme-com\.example\.notes\n {2}git init\n {2}pnpm install\n {2}pnpm test\n$/,
    );
    expect(manifest("anyurl-scheme-com.example.notes")).toMatchObject({
      name: "anyurl-scheme-com.example.notes",
      keywords: expect.arrayContaining(["anyurl", "anyurl-scheme"]),
      anyurl: { schemes: ["com.example.notes"], scheme: "comExampleNotes" },
      license: "MIT",
      sideEffects: false,
      engines: { node: expect.any(String) },
      exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
      scripts: { prepack: "pnpm build" },
      dependencies: { "@anyurl/core": expect.stringMatching(/^\^[0-9.]+$/) },
    });
  });

  it("accepts flags", async () => {
    const flags = ["--dir", "here", "--port", "4000", "--operations", "put,get", "--license", "Apache-2.0"];
    const { status, out, err } = await run("--name", "x-demo", ...flags, "--package-manager", "npm", "--yes");
    expect(status).toBe(0);
    expect(err).toMatch(/^warning: .*RFC 6648 §3/);
    expect(out).toContain(
      "  npm install\n  npm test\n  put the text of the license Apache-2.0 into LICENSE\n",
    );
    const files = readdirSync(join(cwd, "here", "src"));
    expect(files).toContain("store.ts");
    expect(files).not.toContain("listing.ts");
    expect(readdirSync(join(cwd, "here"))).not.toContain("LICENSE");
    expect(
      readdirSync(join(cwd, "here", "test", "transcripts")).filter((name) => name.startsWith("list")),
    ).toEqual([]);
    expect(readFileSync(join(cwd, "here", "src", "syntax.ts"), "utf8")).toContain("DEFAULT_PORT = 4000");
  });

  it("prints the result as JSON", async () => {
    const { status, out, err } = await run("x-demo", "--kind", "syntax", "--json");
    expect([status, err]).toEqual([0, ""]);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      name: "x-demo",
      kind: "syntax",
      operations: [],
      directory: join(cwd, "anyurl-scheme-x-demo"),
      files: expect.arrayContaining(["package.json", ".gitignore", ".github/workflows/ci.yml", "LICENSE"]),
      warnings: [{ code: "experimental-scheme" }],
      next: ["cd anyurl-scheme-x-demo", "git init", "pnpm install", "pnpm test"],
    });
  });

  it("never overwrites files", async () => {
    mkdirSync(join(cwd, "there"));
    writeFileSync(join(cwd, "there", "package.json"), "mine");
    writeFileSync(join(cwd, "file"), "mine");
    for (const dir of ["there", "file", "."]) {
      const { status, out } = await run("x-demo", "--dir", join(cwd, dir), "--json");
      expect([status, JSON.parse(out).code]).toEqual([2, "directory-not-empty"]);
    }
    expect(readFileSync(join(cwd, "there", "package.json"), "utf8")).toBe("mine");
    expect(readdirSync(cwd).sort()).toEqual(["file", "there"]);
  });

  it("writes into an existing empty directory", async () => {
    mkdirSync(join(cwd, "empty"));
    expect((await run("x-demo", "--dir", join(cwd, "empty"))).status).toBe(0);
  });

  it.each([
    [["acap"], "registered-scheme", "--force"],
    [["ftp"], "first-party-scheme", "override"],
    [["ftp", "--force"], "first-party-scheme", "override"],
    [["Notes"], "upper-case-scheme", "lower case"],
    [["a/../b"], "bad-scheme", undefined],
    [[], "bad-answer", "run npm create anyurl-scheme x-demo"],
    [["x-demo", "x-other"], "bad-answer", undefined],
    [["x-demo", "--port", "0"], "bad-answer", undefined],
    [["x-demo", "--port", "1e3"], "bad-answer", undefined],
    [["x-demo", "--port", "65536"], "bad-answer", undefined],
    [["x-demo", "--kind", "udp"], "bad-answer", undefined],
    [["x-demo", "--kind", "wrap", "--operations", "get,put"], "bad-answer", "use get, list"],
    [["x-demo", "--kind", "syntax", "--operations", "get"], "bad-answer", "remove --operations"],
    [["x-demo", "--operations", "list"], "bad-answer", undefined],
    [["x-demo", "--license", "../LICENSE"], "bad-answer", "MIT"],
    [["x-demo", "--package-manager", "make"], "bad-answer", undefined],
    [["x-demo", "--colour"], "bad-flag", "--help"],
  ])("rejects %j, and writes nothing", async (argv, code, hint) => {
    const { status, out } = await run(...argv, "--json");
    expect(status).toBe(2);
    const told = JSON.parse(out);
    expect(told).toMatchObject({ ok: false, code, message: expect.any(String) });
    if (hint !== undefined) expect(told.hint).toContain(hint);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("accepts a registered name with --force, without a warning to use it", async () => {
    expect(await run("acap", "--force")).toMatchObject({ status: 0, err: "" });
  });

  it("prints help and version", async () => {
    const { status, out } = await run("--help");
    expect(status).toBe(0);
    for (const flag of [
      "--name",
      "--port",
      "--dir",
      "--kind",
      "--operations",
      "--license",
      "--yes",
      "--json",
    ])
      expect(out).toContain(flag);
    expect((await run("--version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
