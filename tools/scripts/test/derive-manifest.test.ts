import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { deriveManifest, type Manifest } from "../derive-manifest.ts";

const ROOT = join(import.meta.dirname, "../../..");
const readText = (path: string) => readFileSync(join(ROOT, path), "utf8");
const workspace = {
  homepage: "https://anyurl.example/code#readme",
  bugs: { url: "https://anyurl.example/issues" },
  repository: { type: "git", url: "git+https://anyurl.example/code.git" },
  license: "MIT",
  author: "the authors",
};

describe("the package.json of a published package", () => {
  it("has the fields of the workspace, and its own folder", () => {
    const old = { name: "@anyurl/x", version: "0.1.0", license: "ISC", files: ["dist"], exports: {} };
    expect(deriveManifest(old, workspace, "x")).toMatchObject({
      name: "@anyurl/x",
      homepage: "https://anyurl.example/code/tree/main/packages/x#readme",
      bugs: workspace.bugs,
      repository: { ...workspace.repository, directory: "packages/x" },
      license: "MIT",
      author: "the authors",
      files: ["CHANGELOG.md", "dist"],
      exports: {},
    });
  });

  it("is the same after a second time, with all other fields", () => {
    const old = { name: "@anyurl/x", bin: { x: "./x.js" }, files: ["dist"], scripts: {}, type: "module" };
    const once = deriveManifest(old, workspace, "x");
    expect(JSON.stringify(deriveManifest(once, workspace, "x"))).toBe(JSON.stringify(once));
    expect(Object.keys(once)).toEqual(expect.arrayContaining(Object.keys(old)));
  });

  it("names the author that the license names", () => {
    const { author, license } = JSON.parse(readText("package.json")) as Manifest;
    expect(readText("LICENSE")).toContain(`Copyright (c) 2026 ${author}`);
    expect(readText("LICENSE")).toContain(`${license} License`);
  });
});
