import { describe, expect, it } from "vitest";
import type { Package } from "../layers.ts";
import { checkWhiteBoxes } from "../white-box.ts";

/** A package with an entry, a private file, and a test with this text. */
function packageWith(text: string): Package {
  return {
    folder: "a",
    manifest: {
      name: "@anyurl/a",
      exports: { ".": { "anyurl-source": "./src/index.ts", default: "./dist/index.js" } },
    },
    files: [
      { path: "packages/a/src/index.ts", text: 'export * from "./private.ts";' },
      { path: "packages/a/test/a.test.ts", text },
    ],
  };
}

const check = (text: string, boxes: Readonly<Record<string, string>> = {}) =>
  checkWhiteBoxes([packageWith(text)], boxes).map(({ file, line, message }) => `${file}:${line}: ${message}`);

describe("the imports of tests", () => {
  it("may be the entries of a package, other packages, and helpers", () => {
    expect(check('import "../src/index.ts"; import "@anyurl/core"; import "./world.ts";')).toEqual([]);
  });

  it.each(['\nimport { x } from "../src/private.ts";', '\nawait import("../src/private.ts");'])(
    "may be no other source file: %s",
    (text) => {
      expect(check(text)).toEqual([
        expect.stringMatching(/^packages\/a\/test\/a\.test\.ts:2: imports packages\/a\/src\/private\.ts: /),
      ]);
      expect(check(text, { "packages/a/src/private.ts": "octet by octet" })).toEqual([]);
      expect(check(text, { "packages/a/src": "octet by octet" })).toEqual([]);
      expect(check(text, { "packages/a/src/priv": "octet by octet" })).toHaveLength(2);
    },
  );

  it("may never be a source file of another package", () => {
    const boxes = { "packages/b/src": "a reason" };
    expect(check('import "../../b/src/index.ts";', boxes)[0]).toContain("imports packages/b/src/index.ts");
  });

  it("are listed only as long as a test needs them", () => {
    expect(check("", { "packages/a/src/private.ts": "octet by octet" })).toEqual([
      "tools/scripts/white-box.json:1: no test imports packages/a/src/private.ts",
    ]);
  });
});
