import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { run } from "../captured.ts";
import type { ChildArguments } from "./killed-child.ts";
import { contentOf, OUTSIDE, type Tree, treeOf } from "./random-tree.ts";
import { expectEqual, expectReasons, MIDDLE, OLD, SIDES, type Side, syncSides } from "./sides.ts";

const CHILD = join(import.meta.dirname, "killed-child.ts");

type Direction = readonly [keyof typeof SIDES, keyof typeof SIDES];

/** The syncs of one child, which are all interrupted by its end. */
const DIRECTIONS: readonly Direction[] = [
  ...Array.from({ length: 10 }, (): Direction => ["file", "file"]),
  ...Array.from({ length: 10 }, (): Direction => ["file", "ftp"]),
  ...Array.from({ length: 5 }, (): Direction => ["ftp", "file"]),
];

interface Pair {
  readonly from: Side;
  readonly to: Side;
  /** What the source has, and what the target had of an earlier sync. */
  readonly source: Tree;
  readonly target: Tree;
}

/** Children that are killed. Together with the syncs of each, these are 200 moments. */
const KILLS = Array.from({ length: 8 }, (_, i) => i);

/** Bytes of a file that is written in many parts, and whose incomplete file is kept. */
const LARGE = 1_200_000;

const seed = inject("seed") ?? Math.floor(Math.random() * 0x7fff_ffff);

let directory = "";
let pairs: readonly Pair[] = [];
/** Calls that the child makes if it is not killed. */
let calls = 0;

/** Fills the sides, and runs the child until its nth call. Returns the calls that were left at its end. */
async function runChild(n: number): Promise<{ readonly signal: string | null; readonly left: number }> {
  for (const { from, to, source, target } of pairs) {
    await from.fill(source, MIDDLE);
    await to.fill(target, OLD);
  }
  const urls = pairs.flatMap(({ from, to }) => [from.url, to.url]);
  const own: ChildArguments = [String(n), join(directory, "journals"), ...urls];
  const argv = ["--no-warnings", "-C", "anyurl-source", CHILD, ...own];
  const child = spawn(process.execPath, argv, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_COMPILE_CACHE: join(directory, "cache") },
  });
  let out = "";
  child.stdout.on("data", (text: Buffer) => {
    out += text.toString();
  });
  const signal = await new Promise<string | null>((resolve) => child.once("close", (_, by) => resolve(by)));
  return { signal, left: Number(out) };
}

/** The lock of a process that was killed before it wrote to the lock counts for 10 seconds. Lets this time pass. */
function letLocksAge(): void {
  for (const i of DIRECTIONS.keys()) {
    const lock = join(directory, `to${i}`, ".large.anyurl-part.lock");
    if (statSync(lock, { throwIfNoEntry: false })?.size === 0) utimesSync(lock, 0, 0);
  }
}

const OPTIONS = { timeout: 60_000, tags: ["slow"] };

describe.skipIf(process.platform === "win32")("sync that is killed", OPTIONS, () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "anyurl-killed-"));
    writeFileSync(join(directory, OUTSIDE), "secret");
    const trees = fc.sample(fc.tuple(treeOf(false, 2), treeOf(false, 2)), {
      numRuns: DIRECTIONS.length,
      seed,
    });
    pairs = await Promise.all(
      DIRECTIONS.map(async ([one, other], i) => {
        const [source, target] = trees[i]!;
        const more = new Map([...source, ["large", { size: LARGE, seed: i }]] as const);
        return {
          from: await SIDES[one](directory, `from${i}`),
          to: await SIDES[other](directory, `to${i}`),
          source: more,
          target: new Map([...target, ["large", { size: LARGE, seed: 99 }]] as const),
        };
      }),
    );
    const all = 1e9;
    calls = all - (await runChild(all)).left;
    expect(calls).toBeGreaterThan(100);
  });
  afterAll(async () => {
    for (const { from, to } of pairs) {
      await from[Symbol.asyncDispose]();
      await to[Symbol.asyncDispose]();
    }
    rmSync(directory, { recursive: true, force: true });
  });

  test.each(KILLS)("is equal after the next run: killed at a random call (%i)", async (i) => {
    const moment = fc.sample(fc.integer({ min: 1, max: calls }), { numRuns: 1, seed: seed + i })[0]!;
    const { signal } = await runChild(moment);
    letLocksAge();
    const failure = `seed ${seed}, killed at call ${moment} of ${calls}`;
    // The order of calls is not the same in each run, so the last ones may not be reached.
    if (moment < calls * 0.8) expect(signal, failure).toBe("SIGKILL");
    for (const { from, to } of pairs) {
      // A local file has its old bytes or its new ones.
      if (to.isAtomic) {
        const large = Buffer.from(to.see(["large"]) as Uint8Array);
        const whole = [from.see(["large"]) as Uint8Array, contentOf({ size: LARGE, seed: 99 })];
        expect(
          whole.some((each) => large.equals(each)),
          failure,
        ).toBe(true);
      }
      const argv = ["sync", "--quiet", "--delete", "--journal", "cache", from.url, to.url];
      const { status } = await run(argv, { env: { XDG_CACHE_HOME: join(directory, "journals") } });
      expect([0, 11], failure).toContain(status);
      const results = await syncSides(directory, from, to, { delete: true });
      expect(
        results.filter(({ did }) => did === "copied" || did === "made"),
        failure,
      ).toEqual([]);
      expectReasons(results);
      expectEqual(from, to, results);
    }
  });
});
