import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { scratchDirectory } from "../scratch-directory.ts";
import { contentOf, OUTSIDE, treeOf } from "./random-tree.ts";
import { expectEqual, expectReasons, NEW, OLD, SIDES, type Side, syncSides } from "./sides.ts";

const here = scratchDirectory();
beforeEach(() => {
  writeFileSync(here(OUTSIDE), "secret");
});

const sync = (from: Side, to: Side, options: object = {}) => syncSides(here(), from, to, options);

const DIRECTIONS = [
  ["file", "file"],
  ["file", "ftp"],
  ["ftp", "file"],
  ["ftp", "ftp"],
  ["file", "http"],
  ["http", "file"],
  ["http", "ftp"],
  ["ftp", "http"],
  ["http", "http"],
] as const;

const PARTS = [1, 2, 3, 4] as const;
const { seed } = fc.readConfigureGlobal();

describe.skipIf(process.platform === "win32").each(DIRECTIONS)(
  "sync from %s to %s: random trees",
  { tags: ["generated"] },
  (one, other) => {
    test.each(PARTS)("are equal afterwards, or the difference is reported (part %i)", async (part) => {
      await using from = await SIDES[one](here(), "from");
      await using to = await SIDES[other](here(), "to");
      const tree = treeOf(from.hasLinks);
      await fc.assert(
        fc.asyncProperty(tree, tree, async (first, second) => {
          await to.fill(new Map(), OLD);
          await from.fill(first, OLD);
          const copied = await sync(from, to);
          expectReasons(copied);
          expectEqual(from, to, copied);
          const again = await sync(from, to);
          expect(again.filter(({ did }) => did === "copied" || did === "made")).toEqual([]);
          await from.fill(second, NEW);
          const changed = await sync(from, to, { delete: true });
          expectReasons(changed);
          expectEqual(from, to, changed);
        }),
        // Else all parts of a run with a seed would have the same trees.
        { numRuns: 4, ...(seed !== undefined && { seed: seed + part }) },
      );
    });
  },
);

/** How a file changes after its first bytes were read, and what the sync after that has to do. */
const CHANGES: readonly (readonly [string, (path: string) => void])[] = [
  ["gets other bytes", (path) => writeFileSync(path, contentOf({ size: LARGE, seed: 2 }))],
  ["grows", (path) => writeFileSync(path, contentOf({ size: LARGE + 1, seed: 2 }))],
  ["shrinks", (path) => writeFileSync(path, "short")],
  ["is replaced", (path) => writeFileSync(`${path}.new`, contentOf({ size: LARGE, seed: 2 }))],
  ["is removed", (path) => rmSync(path)],
];

/** More bytes than the client reads at once. */
const LARGE = 2_500_000;

describe.skipIf(process.platform === "win32").each(["file", "ftp"] as const)(
  "sync to %s of a file that",
  (other) => {
    test.each(CHANGES)(
      "%s while it is copied reports it, and is equal after the next sync",
      async (_, change) => {
        await using from = await SIDES.file(here(), "from");
        await using to = await SIDES[other](here(), "to");
        await from.fill(new Map([["x", { size: LARGE, seed: 1 }]]), OLD);
        const path = here("from/x");
        let isChanged = false;
        const onProgress = () => {
          if (!isChanged) change(path);
          if (existsSync(`${path}.new`)) renameSync(`${path}.new`, path);
          isChanged = true;
        };
        const [first] = await sync(from, to, { onProgress });
        expect(first).toMatchObject({ did: "failed", path: ["x"] });
        const isIncomplete =
          Buffer.compare(
            Buffer.from((to.see(["x"]) as Uint8Array) ?? []),
            contentOf({ size: LARGE, seed: 1 }),
          ) !== 0;
        expect(isIncomplete).toBe(true);
        const again = await sync(from, to, { delete: true });
        expect(again.filter(({ did }) => did === "failed")).toEqual([]);
        expectEqual(from, to, again);
      },
    );

    test("changes while it is copied is not noticed with recheck: false", async () => {
      await using from = await SIDES.file(here(), "from");
      await using to = await SIDES[other](here(), "to");
      await from.fill(new Map([["x", { size: LARGE, seed: 1 }]]), OLD);
      const onProgress = () => writeFileSync(here("from/x"), contentOf({ size: LARGE, seed: 2 }));
      expect(await sync(from, to, { onProgress, recheck: false })).toMatchObject([{ did: "copied" }]);
    });
  },
);
