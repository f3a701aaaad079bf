import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const page = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
const files = globSync(
  "{packages/*/src/**/*.ts,packages/*/src,packages/*/src/*,packages/*/test/*.ts,tools/scripts/*.ts,docs/*.md}",
  {
    cwd: ROOT,
  },
).map((path) => `/${path.replaceAll("\\", "/")}`);

/** The paths and file names in back quotes; "NAME" and "*" stand for any name. */
const paths = new Set(
  [...page.matchAll(/`([^`\s]+(?:\/[^`\s]+|\.ts|\.md))`/g)]
    .map(([, path]) => path!)
    .filter((path) => !path.includes("(")),
);

describe("docs/architecture.md", () => {
  it("has at most 80 lines", () => {
    expect(page.split("\n").length - 1).toBeLessThanOrEqual(80);
  });

  it("names files", () => {
    expect(paths.size).toBeGreaterThan(20);
  });

  it.each([...paths])("names a file that exists: %s", (path) => {
    const pattern = new RegExp(`/${path.replaceAll(".", "\\.").replace(/\*|NAME/g, "[^/]+")}$`);
    expect(files.some((file) => pattern.test(file))).toBe(true);
  });
});
