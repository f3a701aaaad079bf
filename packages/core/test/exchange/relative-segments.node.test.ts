import { posix, win32 } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partFileName, partTargetName, relativeSegments } from "../../src/exchange/index.ts";

/** Valid and invalid names, which are combined into paths that try to leave the root. */
const piece = fc.constantFrom(
  "",
  ".",
  "..",
  "a",
  "b",
  "srv",
  "...",
  ".a",
  "a.",
  " ",
  "a b",
  "C:",
  "a:b",
  "\u00e9",
  "A",
  "~",
);

describe("the name of an incomplete file", () => {
  it.each([
    ["a.txt", ".a.txt.anyurl-part"],
    ["x".repeat(200), `.${"x".repeat(200)}.anyurl-part`],
    ["x".repeat(201), `.${"x".repeat(200)}.anyurl-part`],
    [`${"x".repeat(199)}é.txt`, `.${"x".repeat(199)}.anyurl-part`],
  ])("of %s has at most 200 bytes of it, and whole characters", (name, part) => {
    expect(partFileName(name)).toBe(part);
    expect(partTargetName(part)).toBe(part.slice(1, -12));
  });

  it.each([
    [".a.anyurl-part.json", "a"],
    [".a.anyurl-part.json.new", "a"],
    [".a.anyurl-part.lock", "a"],
    ["..anyurl-part", undefined],
    ["a.anyurl-part", undefined],
    [".a.anyurl-part.new", undefined],
    [".a.anyurl-parts", undefined],
  ])("%s belongs to %s", (part, name) => expect(partTargetName(part)).toBe(name));
});

describe("the names below a root", () => {
  it("are the segments after it", () => {
    expect(relativeSegments("/srv/pub", "/srv/pub/a//b/", "posix")).toEqual(["a", "b"]);
    expect(relativeSegments("/srv/pub/", "/srv/pub", "posix")).toEqual([]);
    expect(relativeSegments("/", "/etc", "posix")).toEqual(["etc"]);
    expect(relativeSegments("c:\\pub", "C:/PUB/x\\y", "windows")).toEqual(["x", "y"]);
    expect(relativeSegments("c:\\PUB", "C:/pub/x", "windows")).toEqual(["x"]);
    expect(relativeSegments("/", "/a\\b", "posix")).toEqual(["a\\b"]);
  });

  it.each([
    ["/srv/pub", "/srv/public", "posix"],
    ["/srv/pub", "/srv", "posix"],
    ["/srv/pub", "/srv/PUB/x", "posix"],
    ["/srv/pub", "/srv/pub/../x", "posix"],
    ["/srv/pub", "srv/pub/x", "posix"],
    ["/srv/pub", "/srv/pub/a\0b", "posix"],
    ["C:\\pub", "C:\\pub\\x:y", "windows"],
    ["C:\\pub", "C:\\pub\\x. ", "windows"],
    ["C:\\pub", "C:pub\\x", "windows"],
    ["C:\\pub", "D:\\pub\\x", "windows"],
    ["\\\\srv\\pub", "\\\\srv\\pub\\x", "windows"],
    ["\\\\?\\C:\\pub", "\\\\?\\C:\\pub\\x", "windows"],
    ["/pub", "C:\\pub", "windows"],
  ] as const)("below %j there is no %j on %s", (root, path, system) =>
    expect(relativeSegments(root, path, system)).toBeUndefined(),
  );

  it.each([
    ["posix", posix, "/srv/a"],
    ["windows", win32, "C:\\srv\\a"],
  ] as const)("match the path resolution of %s, and never lead out", (system, own, root) => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.boolean(), (pieces, below) => {
        const path = (below ? [root, ...pieces] : [own.parse(root).root + pieces.join(own.sep)]).join(
          own.sep,
        );
        const names = relativeSegments(root, path, system);
        if (names === undefined) return;
        const relative = own.relative(root, own.normalize(path));
        expect(relative.startsWith("..")).toBe(relative.startsWith("...") && names[0] === "...");
        expect(own.isAbsolute(relative)).toBe(false);
        expect(names.join(own.sep)).toBe(relative);
      }),
      { numRuns: 2_000 },
    );
  });
});
