import { describe, expect, test } from "vitest";
import { createProgress, createProgressBoard } from "../../src/progress.ts";
import { formatDuration, progressLine } from "../../src/render/progress-line.ts";
import { createLiveLines } from "../../src/terminal/live-lines.ts";

const MIB = 1024 * 1024;

/** Creates a terminal that records each write, and a clock that the test sets. */
function screen(columns: number | undefined = 100, isTerminal = true) {
  const written: string[] = [];
  const clock = { time: 1_000_000 };
  const stderr = {
    isTerminal,
    columns,
    write: async (data: string | Uint8Array) => void written.push(String(data)),
  };
  return { written, clock, stderr, now: () => clock.time };
}

describe("a progress line", () => {
  test("shows size, percentage, rate, time left, and a bar", () => {
    expect(progressLine({ received: 3 * MIB, total: 12 * MIB, time: 3000 }, 80)).toBe(
      "3.0 MiB, 25 %, 1.0 MiB/s, 0:09 left  [=====>              ]",
    );
  });

  test("shows no time left if the size is unknown", () => {
    for (const total of [undefined, 0])
      expect(progressLine({ received: 3 * MIB, total, time: 3000 }, 80)).toBe("3.0 MiB, 1.0 MiB/s");
  });

  test("ignores a size that was exceeded", () => {
    expect(progressLine({ received: 3 * MIB, total: 2 * MIB, time: 3000 }, 80)).toBe("3.0 MiB, 1.0 MiB/s");
  });

  test("counts resumed bytes for the percentage but not for the rate", () => {
    const line = progressLine({ received: 9 * MIB, begin: 8 * MIB, total: 16 * MIB, time: 1000 }, 80);
    expect(line).toBe("9.0 MiB, 56 %, 1.0 MiB/s, 0:07 left  [===========>        ]");
  });

  test("shows a full bar at the end", () => {
    expect(progressLine({ received: MIB, total: MIB, time: 1000 }, 80)).toContain(`[${"=".repeat(20)}]`);
  });

  test.each([20, 40, 60, 80])("fits on a terminal with %i columns", (columns) => {
    const line = progressLine(
      { name: "a long name of a file, 漢字漢字", received: MIB, total: 2 * MIB, time: 1500 },
      columns,
    );
    expect(line.length).toBeLessThan(columns);
  });

  test("escapes control characters in the name", () => {
    expect(progressLine({ name: "\x1b[2Jx\r", received: 1, total: 2, time: 1000 }, 100)).not.toMatch(
      /[\x1b\r]/,
    );
  });

  test.each([
    [0.2, "0:01"],
    [42, "0:42"],
    [725, "12:05"],
    [10_800, "3:00:00"],
    [Number.POSITIVE_INFINITY, "100:00:00"],
  ])("formats %f seconds as %s", (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});

describe("progress of one transfer", () => {
  test("starts after one second, draws at most five times per second, and is removed", async () => {
    const world = screen();
    const progress = createProgress(world, 4 * MIB);
    for (const time of [999, 1000, 1100, 1199, 1200]) {
      world.clock.time = 1_000_000 + time;
      await progress.tick(MIB);
    }
    await progress.end();
    expect(world.written).toHaveLength(3);
    expect(world.written[0]).toMatch(/^\r\x1b\[K1\.0 MiB, 25 %, /);
    expect(world.written.at(-1)).toBe("\r\x1b[K");
  });

  test("prints nothing if standard error is not a terminal", async () => {
    const world = screen(undefined, false);
    const progress = createProgress(world, MIB);
    world.clock.time += 5000;
    await progress.tick(1);
    await progress.end();
    expect(world.written).toEqual([]);
  });
});

describe("progress of several transfers", () => {
  test("draws a line per transfer and one in total, with messages above", async () => {
    const world = screen();
    const board = createProgressBoard(world);
    board.progress({ url: "ftp://h/d/a.txt", received: 0, total: MIB });
    board.progress({ url: "ftp://h/d/b.txt", received: 0 });
    world.clock.time += 2000;
    board.progress({ url: "ftp://h/d/a.txt", received: MIB / 2, total: MIB });
    await settle();
    expect(
      world.written
        .at(-1)!
        .split("\n")
        .map((line) => line.replace("\r\x1b[K", "")),
    ).toEqual([
      expect.stringMatching(/^a\.txt {25}512\.0 KiB, 50 %, 256\.0 KiB\/s, 0:02 left {2}\[/),
      expect.stringMatching(/^b\.txt {25}0 bytes, 0 bytes\/s$/),
      expect.stringMatching(/^0 files done {18}512\.0 KiB, 256\.0 KiB\/s$/),
    ]);
    board.done("ftp://h/d/a.txt", MIB);
    world.clock.time += 1000;
    board.progress({ url: "ftp://h/d/b.txt", received: 1024 });
    await settle();
    // Moves two lines up and clears everything below.
    expect(world.written.at(-1)).toMatch(/^\r\x1b\[2A\x1b\[Jb\.txt .*\n1 file done +1\.0 MiB/);
    await board.say("left out: c\n");
    expect(world.written.slice(-2)).toEqual(["\r\x1b[1A\x1b[J", "left out: c\n"]);
    board.done("ftp://h/d/b.txt", undefined);
    await board.end();
    expect(world.written.at(-1)).toBe("left out: c\n");
  });

  test("draws nine lines at most", async () => {
    const world = screen();
    const board = createProgressBoard(world);
    for (let i = 0; i < 32; i++) board.progress({ url: `ftp://h/${i}`, received: 0 });
    world.clock.time += 2000;
    board.progress({ url: "ftp://h/0", received: 1 });
    await settle();
    expect(world.written.at(-1)!.split("\n")).toHaveLength(9);
  });

  test("prints only messages if it is quiet", async () => {
    const world = screen();
    const board = createProgressBoard(world, true);
    world.clock.time += 2000;
    board.progress({ url: "ftp://h/a", received: 1 });
    await settle();
    await board.say("x\n");
    await board.end();
    expect(world.written).toEqual(["x\n"]);
  });
});

const settle = () => new Promise(setImmediate);

describe("live lines", () => {
  test("count the rows that lines take after the window became narrower", async () => {
    const written: string[] = [];
    const output = {
      isTerminal: true,
      columns: 80,
      write: async (data: string | Uint8Array) => void written.push(String(data)),
    };
    const lines = createLiveLines(output);
    await lines.show(["x".repeat(70), "y".repeat(30)]);
    output.columns = 40;
    await lines.show(["z"]);
    expect(written.at(-1)).toBe("\r\x1b[2A\x1b[Jz");
    await lines.clear();
    await lines.clear();
    expect(written).toHaveLength(3);
  });

  test("are not drawn while an earlier write is pending", async () => {
    let finish = () => {};
    const written: string[] = [];
    const lines = createLiveLines({
      isTerminal: true,
      columns: 80,
      write: (data) => {
        written.push(String(data));
        return new Promise((resolve) => {
          finish = resolve;
        });
      },
    });
    const first = lines.show(["a"]);
    await lines.show(["b"]);
    expect(written).toHaveLength(1);
    finish();
    await first;
  });
});
