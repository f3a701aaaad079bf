import { mkdir, readFile, writeFile } from "node:fs/promises";
import { type FtpServer, startFtpServer } from "@anyurl/servers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { run, type World } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

/*
 * The system can set its clock back or forward at any time (NTP, or a virtual machine that was suspended). Durations do
 * not depend on it: no time limit ends early or late, and the shown times and rates stay those of the transfer.
 */

const DAY = 86_400_000;
const SIZE = 3_000_000;

let ftp: FtpServer;
const here = scratchDirectory();
beforeAll(async () => {
  ftp = await startFtpServer({ writable: "everybody" });
});
afterAll(() => ftp.close());
beforeEach(async () => {
  await mkdir(here("tree"));
  await writeFile(here("tree/a.bin"), Buffer.alloc(SIZE, "a"));
  await writeFile(here("tree/b.txt"), "b");
});
afterEach(async () => {
  vi.restoreAllMocks();
});

let count = 0;
const fresh = (suffix: string): string => `${ftp.origin}/clock-${++count}${suffix}`;

/** Sets the clock by a step each time that it is read. Monotonic time advances by 400 ms whenever the command reads it. */
function jump(step: number): World {
  const begin = Date.now();
  let looks = 0;
  const now = () => begin + ++looks * step;
  vi.spyOn(Date, "now").mockImplementation(now);
  let elapsed = 0;
  return { errTerminal: true, now, elapsed: () => (elapsed += 400) };
}

describe.each([
  ["back", -DAY],
  ["forward", DAY],
])("if the clock is set %s all the time", (_, step) => {
  /** What stays on the terminal: under two minutes at 400 ms for each look, and the rate of these. */
  const DONE = /: 2\.9 MiB in [01]:\d\d, \d+(?:\.\d)? [KM]iB\/s\n$/;
  const LIMITS = ["--max-time", "60"];

  test("get, put, and cp end within their limits, and show the time and the rate of the transfer", async () => {
    const url = fresh(".bin");
    const file = here("tree/a.bin");
    for (const argv of [
      ["put", file, url],
      ["get", "-o", here("got.bin"), url],
      ["get", "--no-resume", "-o", here("new.bin"), url],
      ["cp", url, here("copy.bin")],
      ["cp", file, fresh(".bin")],
    ]) {
      const { status, err } = await run([...argv, ...LIMITS], jump(step));
      expect({ argv, status, err }).toEqual({ argv, status: 0, err: expect.stringMatching(DONE) });
    }
    for (const name of ["got.bin", "new.bin", "copy.bin"])
      expect((await readFile(here(name))).equals(await readFile(file)), name).toBe(true);
  });

  test("progress is shown at the same times, with a rate", async () => {
    const { err } = await run(["cp", here("tree/a.bin"), fresh(".bin")], jump(step));
    expect(err).toMatch(/ of 2\.9 MiB, \d+ %, [\d.]+ [KM]iB\/s, 0:\d\d left/);
  });

  test("cp -r shows the time that the copy took", async () => {
    const { status, err } = await run(["cp", "-r", here("tree"), fresh("/"), ...LIMITS], jump(step));
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringMatching(/: 2 files copied; 2\.9 MiB in [01]:\d\d\n$/),
    });
  });

  test.each([
    ["without a journal", []],
    ["with a journal", ["--journal", "target"]],
  ])("sync %s copies only what has changed", async (_name, more) => {
    const sync = ["sync", "--json", ...more, here("tree"), here("target")];
    const did = async (world: World): Promise<readonly string[]> => {
      const { out } = await run(sync, world);
      return JSON.parse(out)
        .entries.map((each: { did: string }) => each.did)
        .toSorted();
    };
    expect(await did(jump(step))).toEqual(["copied", "copied"]);
    vi.restoreAllMocks();
    expect(await did(jump(step))).not.toContain("copied");
    vi.restoreAllMocks();
    await writeFile(here("tree/b.txt"), "B2");
    expect((await did(jump(step))).filter((each) => each === "copied")).toHaveLength(1);
    expect(await readFile(here("target/b.txt"), "utf8")).toBe("B2");
  });
});
