import { describe, expect, test } from "vitest";
import { createProgress, createProgressBoard } from "../../src/progress.ts";
import {
  formatDuration,
  formatTransferred,
  nameColumns,
  progressLine,
} from "../../src/render/progress-line.ts";
import { stringWidth } from "../../src/render/string-width.ts";
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
  return { written, clock, stderr, env: {}, elapsed: () => clock.time };
}

const state = { received: 3 * MIB, total: 12 * MIB, rate: MIB };

describe("a progress line", () => {
  test("shows the name, size, total, percentage, rate, time left, and a bar", () => {
    expect(progressLine({ ...state, name: "a.bin" }, 80)).toBe(
      "a.bin  3.0 MiB of 12.0 MiB, 25 %, 1.0 MiB/s, 0:09 left  [=====>               ]",
    );
  });

  test("shows no time left if the size is unknown", () => {
    for (const total of [undefined, 0])
      expect(progressLine({ ...state, total }, 80)).toBe("3.0 MiB, 1.0 MiB/s");
  });

  test("ignores a size that was exceeded", () => {
    expect(progressLine({ ...state, total: 2 * MIB }, 80)).toBe("3.0 MiB, 1.0 MiB/s");
  });

  test("shows a full bar at the end", () => {
    expect(progressLine({ ...state, received: 12 * MIB }, 80)).toMatch(/ \[=+\]$/);
  });

  test.each([
    [30, "a long na…  25 %, 0:09 left"],
    [40, "a long name …  25 %, 0:09 left"],
    [60, "a long name of a fi…  3.0 MiB, 25 %, 1.0 MiB/s, 0:09 left"],
  ])("shows the most important facts with %i columns", (columns, wanted) => {
    const line = progressLine({ ...state, name: "a long name of a file, 漢字漢字" }, columns);
    expect(line).toBe(wanted);
  });

  test("fits from 20 to 200 columns, with and without a total", () => {
    for (let columns = 20; columns <= 200; columns++)
      for (const total of [undefined, 12 * MIB])
        for (const name of [undefined, "x", "a long name of a file, 漢字漢字"])
          for (const nameWidth of [undefined, nameColumns(columns)]) {
            const line = progressLine(
              { ...state, total, ...(name && { name }), ...(nameWidth && { nameWidth }) },
              columns,
            );
            expect(stringWidth(line), line).toBeLessThan(columns);
          }
  });

  test("has a longer bar on a wider terminal", () => {
    const bar = (columns: number) => /\[(.*)\]/.exec(progressLine(state, columns))?.[1]?.length ?? 0;
    expect([60, 80, 100, 200].map(bar)).toEqual([8, 28, 48, 60]);
  });

  test("paints the bar", () => {
    expect(progressLine(state, 80, (format, text) => `<${String(format)}>${text}</>`)).toMatch(
      /\[<green>=+> *<\/>\]$/,
    );
  });

  test("escapes control characters in the name", () => {
    expect(progressLine({ name: "\x1b[2Jx\r", received: 1, total: 2, rate: 1 }, 100)).not.toMatch(/[\x1b\r]/);
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
    const progress = createProgress(world, { url: "ftp://h/d/tide.txt", total: 4 * MIB });
    for (const time of [999, 1000, 1100, 1199, 1200]) {
      world.clock.time = 1_000_000 + time;
      await progress.tick(MIB);
    }
    await progress.end();
    expect(world.written).toHaveLength(3);
    expect(world.written[0]).toMatch(/^\r\x1b\[Ktide\.txt {2}1\.0 MiB of 4\.0 MiB, 25 %, /);
    expect(world.written.at(-1)).toBe("\r\x1b[K");
  });

  test("prints nothing if standard error is not a terminal", async () => {
    const world = screen(undefined, false);
    const progress = createProgress(world, { url: "ftp://h/x", total: MIB });
    world.clock.time += 5000;
    await progress.tick(1);
    await progress.end();
    expect(world.written).toEqual([]);
  });
});

describe("progress for programs", () => {
  const events = (written: readonly string[]) => written.map((line) => JSON.parse(line));

  test("is a line of JSON each second, if standard error is not a terminal", async () => {
    const world = screen(undefined, false);
    const progress = createProgress(world, {
      ...{ url: "ftp://h/x", total: 8 * MIB, begin: 4 * MIB, options: { json: true } },
    });
    for (const [time, received] of [
      [999, 4],
      [1000, 5],
      [1900, 6],
      [2000, 6],
    ] as const) {
      world.clock.time = 1_000_000 + time;
      await progress.tick(received * MIB);
    }
    await progress.end();
    const rate = MIB;
    expect(events(world.written)).toEqual(
      [5, 6].map((received) => ({
        ...{ event: "progress", received: received * MIB, total: 8 * MIB, rate, secondsLeft: 8 - received },
        ...{ filesDone: 0, filesTotal: 1 },
        files: [{ url: "ftp://h/x", received: received * MIB, total: 8 * MIB }],
      })),
    );
  });

  test("has the same form for several transfers, with null for what is not known", async () => {
    const world = screen(undefined, false);
    const board = createProgressBoard(world, { json: true });
    world.clock.time += 1000;
    board.progress({ url: "ftp://h/a", received: 1000 });
    await settle();
    board.ended("ftp://h/a");
    board.done(1000, true);
    board.expect({ files: 2, octets: 5000, unsized: 0, isFinal: false });
    world.clock.time += 1000;
    board.progress({ url: "ftp://h/b", received: 2000, total: 4000 });
    await settle();
    board.expect({ files: 2, octets: 5000, unsized: 0, isFinal: true });
    world.clock.time += 1000;
    board.progress({ url: "ftp://h/b", received: 2000, total: 4000 });
    await settle();
    const files = [{ url: "ftp://h/b", received: 2000, total: 4000 }];
    const listed = { files: 2, octets: 5000 };
    expect(events(world.written)).toEqual([
      {
        ...{ event: "progress", received: 1000, total: null, rate: 1000, secondsLeft: null },
        ...{ filesDone: 0, filesTotal: null, files: [{ url: "ftp://h/a", received: 1000, total: null }] },
      },
      {
        ...{ event: "progress", received: 3000, total: null, rate: 1500, secondsLeft: null },
        ...{ filesDone: 1, filesTotal: null, listed: { ...listed, isFinal: false }, files },
      },
      {
        ...{ event: "progress", received: 3000, total: 5000, rate: 1000, secondsLeft: 2 },
        ...{ filesDone: 1, filesTotal: 2, listed: { ...listed, isFinal: true }, files },
      },
    ]);
  });
});

test("the end of a transfer has its time and its average rate, unless it was short", () => {
  expect(formatTransferred(8 * MIB, 4 * MIB, 2000)).toBe("8.0 MiB in 0:02, 2.0 MiB/s");
  expect(formatTransferred(8 * MIB, 0, 999)).toBe("8.0 MiB");
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
      expect.stringMatching(/^a\.txt {25}512\.0 KiB of 1\.0 MiB, 50 %, 256\.0 KiB\/s, 0:02 left {2}\[/),
      expect.stringMatching(/^b\.txt {25}0 bytes, 0 bytes\/s$/),
      expect.stringMatching(/^0 files done {18}512\.0 KiB, 256\.0 KiB\/s$/),
    ]);
    board.ended("ftp://h/d/a.txt");
    board.done(MIB, true);
    world.clock.time += 1000;
    board.progress({ url: "ftp://h/d/b.txt", received: 1024 });
    await settle();
    // Moves two lines up and clears everything below.
    expect(world.written.at(-1)).toMatch(/^\r\x1b\[2A\x1b\[Jb\.txt .*\n1 file done +1\.0 MiB/);
    await board.say("left out: c\n");
    expect(world.written.slice(-2)).toEqual(["\r\x1b[1A\x1b[J", "left out: c\n"]);
    board.ended("ftp://h/d/b.txt");
    await board.end();
    expect(world.written.at(-1)).toBe("left out: c\n");
  });

  test("shows the total so far, and the time left only if it is final", async () => {
    const world = screen();
    const board = createProgressBoard(world);
    const draw = async () => {
      world.clock.time += 2000;
      board.progress({ url: "ftp://h/a", received: 2 * MIB, total: 4 * MIB });
      await settle();
      return world.written.at(-1)!.split("\n").at(-1)!.replace("\r\x1b[K", "");
    };
    const listed = { files: 3, octets: 12 * MIB, unsized: 0 };
    board.expect({ ...listed, isFinal: false });
    expect(await draw()).toMatch(/^0 of at least 3 files +2\.0 MiB of at least 12\.0 MiB, 1\.0 MiB\/s$/);
    board.expect({ ...listed, isFinal: true });
    expect(await draw()).toMatch(
      /^0 of 3 files +2\.0 MiB of 12\.0 MiB, 16 %, 512\.0 KiB\/s, 0:20 left {2}\[/,
    );
    // What is unchanged is done, but does not count for the rate.
    board.done(4 * MIB, true);
    expect(await draw()).toMatch(/^1 of 3 files +6\.0 MiB of 12\.0 MiB, 50 %, 341\.3 KiB\/s, /);
  });

  test("adds the size of a file that the listing did not tell, and then knows the total", async () => {
    const world = screen(undefined, false);
    const board = createProgressBoard(world, { json: true });
    board.expect({ files: 2, octets: 1000, unsized: 1, isFinal: true });
    const read = async () => {
      world.clock.time += 1000;
      board.progress({ url: "ftp://h/a", received: 500, total: 1000 });
      await settle();
      const { received, total, filesTotal } = JSON.parse(world.written.at(-1)!);
      return { received, total, filesTotal };
    };
    expect(await read()).toEqual({ received: 500, total: null, filesTotal: 2 });
    board.done(3000, false);
    expect(await read()).toEqual({ received: 3500, total: 4000, filesTotal: 2 });
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
    const board = createProgressBoard(world, { quiet: true });
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
