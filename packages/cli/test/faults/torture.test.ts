/** @module-tag slow */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { scratchDirectory } from "../scratch-directory.ts";
import type { Torture, TortureRun } from "./torture-child.ts";

const CHILD = join(import.meta.dirname, "torture-child.ts");

/** The files before each command. */
const FILES = { "src.txt": "new", "old.txt": "old", "tree/a.txt": "A", "tree/sub/b.txt": "B" };

const here = scratchDirectory({ forAll: true });

/**
 * Runs each command again and again, all of them in one child process: each time the next call of the file system fails,
 * or with one more free file descriptor.
 */
async function torture(
  lines: readonly (readonly string[])[],
  links: boolean,
  what: Torture["what"] = "calls",
): Promise<readonly (readonly TortureRun[])[]> {
  const work = here("work");
  const request: Torture = {
    lines: lines.map((argv) => argv.map((each) => each.replace("@", work))),
    directory: work,
    what,
    links,
    files: FILES,
  };
  // The limit is small, because the child opens files up to it.
  const limited = what === "calls" ? 'exec "$0" "$@"' : 'ulimit -n 100; exec "$0" "$@"';
  const line = [process.execPath, "-C", "anyurl-source", CHILD, JSON.stringify(request)];
  const child = spawn("sh", ["-c", limited, ...line], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  for await (const octets of child.stdout) out += String(octets);
  return JSON.parse(out) as TortureRun[][];
}

/** The command, and the files that it adds, replaces, or removes. */
const COMMANDS: readonly (readonly [
  argv: readonly string[],
  result: Readonly<Record<string, string | undefined>>,
])[] = [
  [["get", "-o", "@/out.txt", "file://@/src.txt"], { "out.txt": "new" }],
  [["get", "--force", "-o", "@/old.txt", "file://@/src.txt"], { "old.txt": "new" }],
  [["get", "--resume", "-o", "@/out.txt", "file://@/src.txt"], { "out.txt": "new" }],
  [["get", "-r", "-o", "@/copy", "file://@/tree/"], { "copy/a.txt": "A", "copy/sub/b.txt": "B" }],
  [["cp", "file://@/src.txt", "file://@/out.txt"], { "out.txt": "new" }],
  [["cp", "--force", "file://@/src.txt", "file://@/old.txt"], { "old.txt": "new" }],
  [["cp", "-r", "file://@/tree/", "file://@/copy/"], { "copy/a.txt": "A", "copy/sub/b.txt": "B" }],
  [["put", "@/src.txt", "file://@/out.txt"], { "out.txt": "new" }],
  [["put", "--force", "@/src.txt", "file://@/old.txt"], { "old.txt": "new" }],
  [["mv", "file://@/src.txt", "file://@/out.txt"], { "out.txt": "new", "src.txt": undefined }],
];

/** Milliseconds. A child repeats ten commands some 400 times. */
const PATIENT = 240_000;

/** What the message says about each error of the system. */
const CAUSES: Readonly<Record<string, RegExp>> = {
  EIO: /I\/O error/,
  EMFILE: /too many open files/,
  ENOSPC: /no space left on the device/,
};

// The number of open files comes from /proc.
describe.skipIf(process.platform !== "linux").each([
  { links: true, where: "with hard links" },
  { links: false, where: "without hard links" },
])("if one call of the file system fails, $where", ({ links }) => {
  let all: readonly (readonly TortureRun[])[];
  beforeAll(async () => {
    all = await torture(
      COMMANDS.map(([argv]) => argv),
      links,
    );
  }, PATIENT);

  test.each(COMMANDS.map(([argv, result], i) => ({ line: argv.join(" "), argv, result, i })))(
    "$line loses nothing and names the cause",
    ({ argv, result, i }) => {
      const [first, ...runs] = all[i]!;
      const expected = expectedOf(argv, result);
      expect(first).toMatchObject({ status: 0, err: "", files: expected.done });
      expect(runs.length).toBeGreaterThan(10);
      expectNothingLost(runs, expected);
    },
  );
});

describe.skipIf(process.platform !== "linux")("if the process has no more file descriptors", () => {
  // The others open files in the same way.
  const opening = COMMANDS.filter(([argv]) => /^(?:get(?: -r)? -o|cp -r|put @)/.test(argv.join(" ")));
  let all: readonly (readonly TortureRun[])[];
  beforeAll(async () => {
    all = await torture(
      opening.map(([argv]) => argv),
      true,
      "descriptors",
    );
  }, PATIENT);

  test.each(opening.map(([argv, result], i) => ({ line: argv.join(" "), argv, result, i })))(
    "$line loses nothing and names the cause",
    ({ argv, result, i }) => {
      const [first, ...runs] = all[i]!;
      const expected = expectedOf(argv, result);
      expect(first).toMatchObject({ status: 0, err: "", files: expected.done });
      expect(runs[0]!.status).not.toBe(0);
      expect(runs.at(-1)!.status).toBe(0);
      expectNothingLost(runs, expected);
    },
  );
});

interface Expected {
  readonly argv: readonly string[];
  readonly result: Readonly<Record<string, string | undefined>>;
  /** The files after the command, and those that are removed as `undefined`. */
  readonly complete: Readonly<Record<string, string | undefined>>;
  /** The files after the command. */
  readonly done: object;
}

function expectedOf(argv: readonly string[], result: Expected["result"]): Expected {
  const complete: Record<string, string | undefined> = { ...FILES, ...result };
  return { argv, result, complete, done: JSON.parse(JSON.stringify(complete)) as object };
}

function expectNothingLost(runs: readonly TortureRun[], { argv, result, complete, done }: Expected): void {
  for (const { status, err, name, code, files, open } of runs) {
    const failure = `${name} ${code}: status ${status}, ${err}${JSON.stringify(files)}`;
    // Only the partial file of a download stays for the next run.
    const left = Object.entries(files).filter(([path]) => !path.includes(".anyurl-part"));
    if (argv[0] !== "get") expect(left, failure).toHaveLength(Object.keys(files).length);
    // Every file is as before or as after the command, and no other file exists.
    for (const [path, text] of left)
      expect([complete[path], FILES[path as "src.txt"]], failure).toContain(text);
    for (const [path, text] of Object.entries(FILES))
      if (!(path in result)) expect(files[path], failure).toBe(text);
    // A moved file has at least one of its names.
    if (argv[0] === "mv") expect(files["src.txt"] ?? files["out.txt"], failure).toBe("new");
    // What is beside the partial file stays if it cannot be removed.
    if (status === 0) expect(Object.fromEntries(left), failure).toEqual(done);
    else expect(err, failure).toMatch(CAUSES[code]!);
    // A copy of a tree goes on with the next entry.
    expect(argv.includes("-r") ? [0, 8, 9, 11] : [0, 8, 9], failure).toContain(status);
    expect(open, failure).toBeLessThanOrEqual(0);
  }
}
