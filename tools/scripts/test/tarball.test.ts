import { describe, expect, it } from "vitest";
import { faultsOf } from "../tarball.ts";

const MANIFEST = {
  name: "@anyurl/x",
  version: "1.0.0",
  description: "x",
  keywords: ["url"],
  homepage: "https://anyurl.example/x#readme",
  bugs: { url: "https://anyurl.example/issues" },
  repository: { type: "git", url: "git+https://anyurl.example/x.git", directory: "packages/x" },
  license: "MIT",
  author: "anyurl contributors",
  type: "module",
  sideEffects: false,
  engines: { node: ">=22.12" },
  exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" }, "./data/*": "./data/*.json" },
  bin: { x: "./dist/bin.js" },
  files: ["dist", "src"],
  dependencies: { "@anyurl/core": "^1.0.0" },
};

const GOOD = {
  "package/CHANGELOG.md": "# x",
  "package/README.md": "# x",
  "package/LICENSE": "MIT",
  "package/dist/index.js": "export {};",
  "package/dist/index.d.ts": "export {};",
  "package/dist/bin.js": "",
  "package/dist/index.js.map": '{"sourceRoot":"","sources":["../src/index.ts"]}',
  "package/src/index.ts": "export {};",
};

/** The faults of the good tarball with some files changed; `undefined` leaves one out. */
function faults(files: Record<string, string | undefined>, manifest: object = {}): readonly string[] {
  const all = { ...GOOD, "package/package.json": JSON.stringify({ ...MANIFEST, ...manifest }), ...files };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return faultsOf(new Map(present), ["/home/somebody/anyurl"]);
}

describe("check-packages", () => {
  it("lets a good tarball pass", () => {
    expect(faults({})).toEqual([]);
  });

  it.each<[string, Record<string, string | undefined>, object?]>([
    ["has no package/README.md", { "package/README.md": undefined }],
    ["has no package/LICENSE", { "package/LICENSE": undefined }],
    ["has no package/CHANGELOG.md", { "package/CHANGELOG.md": undefined }],
    ['"files" names docs', {}, { files: ["dist", "src", "docs"] }],
    ['has no "repository"', {}, { repository: undefined }],
    ['has no "author"', {}, { author: undefined }],
    ['has no "keywords"', {}, { keywords: undefined }],
    ["holds package/test/a.ts", { "package/test/a.ts": "" }],
    ["holds package/src/a.test.ts", { "package/src/a.test.ts": "" }],
    ["holds package/dist/.tsbuildinfo", { "package/dist/.tsbuildinfo": "{}" }],
    ["holds package/tsconfig.json", { "package/tsconfig.json": "{}" }],
    ["names ./dist/index.d.ts", { "package/dist/index.d.ts": undefined }],
    ["names ./dist/bin.js", { "package/dist/bin.js": undefined }],
    [
      'the entry point ./b has no condition "node"',
      {},
      {
        exports: {
          "./a": { node: "./dist/index.js" },
          "./b": { default: "./dist/index.js" },
          "./package.json": "",
        },
      },
    ],
    ["only this workspace knows", {}, { dependencies: { "@anyurl/core": "workspace:^" } }],
    ["only this workspace knows", {}, { dependencies: { vitest: "catalog:" } }],
    ["points to package/src/index.ts", { "package/src/index.ts": undefined }, { files: ["dist"] }],
    ["points to src/a.ts", { "package/dist/a.js.map": '{"sources":["../../src/a.ts"]}' }],
    ["package/dist/index.js names a path", { "package/dist/index.js": 'f("/home/somebody/anyurl/a")' }],
  ])("finds: %s (%#)", (expected, files, manifest) => {
    expect(faults(files, manifest)).toEqual([expect.stringContaining(expected)]);
  });
});
