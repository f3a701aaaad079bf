import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";

const BIN = bundled().command;

/** More than the size limit of these tests, and more than is written to standard output at once. */
const CONTENTS = "0123456789abcdef".repeat(8 * 1024);

let directory: string;
let home: string;
let url: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "anyurl-faults-"));
  home = await mkdtemp(join(tmpdir(), "anyurl-faults-home-"));
  await writeFile(join(directory, "src.txt"), CONTENTS);
  url = `file://${directory}/src.txt`;
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await rm(home, { recursive: true });
});

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a line of the shell in the directory. `anyurl` in it is the bundled command. */
async function shell(line: string): Promise<Ended> {
  const script = line.replaceAll("anyurl ", '"$NODE" -C anyurl-source "$BIN" ');
  const child = spawn("sh", ["-c", script], {
    cwd: directory,
    // The command keeps compiled code in the home directory.
    env: { PATH: process.env["PATH"], HOME: home, NODE: process.execPath, BIN, URL: url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  let out = "";
  let err = "";
  child.stdout.on("data", (octets: Buffer) => {
    out += String(octets);
  });
  child.stderr.on("data", (octets: Buffer) => {
    err += String(octets);
  });
  return { status: await ended, out, err };
}

describe.skipIf(!existsSync("/dev/full"))("if standard output is full", () => {
  const FULL = "anyurl: standard output: no space left on the device\n";

  test.each([
    "anyurl get $URL",
    "anyurl get --range 0-9 $URL",
    "anyurl get --json $URL",
    "anyurl parse $URL",
    "anyurl parse --json $URL",
    "anyurl get --help",
    "anyurl --version",
  ])("%s exits with status 9 and names the cause", async (line) => {
    expect(await shell(`${line} > /dev/full`)).toEqual({ status: 9, out: "", err: FULL });
  });

  test("the status of an earlier error stays", async () => {
    expect(await shell("anyurl get --json $URL.none > /dev/full")).toEqual({ status: 5, out: "", err: FULL });
  });
});

describe.skipIf(!existsSync("/dev/full"))("if standard error is full", () => {
  test.each([
    ["anyurl get $URL.none", 5],
    ["anyurl parse no-colon", 3],
    ["anyurl get --unknown-option", 2],
  ])("%s still exits with status %i", async (line, status) => {
    expect(await shell(`${line} 2> /dev/full`)).toEqual({ status, out: "", err: "" });
  });

  test("and standard output too, the command fails with status 9", async () => {
    expect(await shell("anyurl get $URL > /dev/full 2> /dev/full")).toEqual({ status: 9, out: "", err: "" });
  });
});

describe.skipIf(process.platform === "win32")("a special file as the target of get -o", () => {
  test.each(["", "--force", "--resume", "--resume --force"])("is not replaced (%s)", async (options) => {
    const pipe = join(directory, "pipe");
    const link = join(directory, "link");
    expect((await shell("mkfifo pipe")).status).toBe(0);
    await symlink("pipe", link);
    try {
      for (const name of ["pipe", "link"]) {
        const { status, err } = await shell(`anyurl get ${options} -o ${name} $URL`);
        expect(err).toBe(
          `anyurl: ${name}: not a regular file\n` +
            "  hint: remove -o, and redirect standard output to write to a device or a pipe\n",
        );
        expect(status).toBe(9);
      }
      expect((await lstat(pipe)).isFIFO()).toBe(true);
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      expect((await readdir(directory)).toSorted()).toEqual(["link", "pipe", "src.txt"]);
    } finally {
      await rm(pipe);
      await rm(link);
    }
  });
});

// The unit of "ulimit -f" is 512 or 1024 bytes. Node ignores SIGXFSZ, so a write fails with EFBIG.
describe.skipIf(process.platform !== "linux")("if a file may not grow further", () => {
  const CAUSE = "the file exceeds the size limit of the system or of the process";

  test.each([
    ["anyurl get --no-resume -o out.txt $URL", 9, `anyurl: out.txt: ${CAUSE}\n`],
    ["anyurl cp $URL $URL.copy", 8, `anyurl: too-large: ${CAUSE}\n`],
    ["anyurl put src.txt $URL.copy", 8, `anyurl: too-large: ${CAUSE}\n`],
  ])("%s names the cause and leaves no file", async (line, status, err) => {
    expect(await shell(`ulimit -f 8; ${line}`)).toEqual({ status, out: "", err });
    expect(await readdir(directory)).toEqual(["src.txt"]);
  });

  test("get keeps the part that was written, and a later run completes it", async () => {
    const { status, out, err } = await shell("ulimit -f 8; anyurl get -o out.txt $URL");
    expect({ status, out }).toEqual({ status: 9, out: "" });
    expect(err).toContain(`anyurl: out.txt: ${CAUSE}\nanyurl: out.txt: kept `);
    expect(err).toContain("  to continue: anyurl get -o out.txt file://");
    const part = await readFile(join(directory, ".out.txt.anyurl-part"), "utf8");
    expect(part.length).toBeGreaterThan(0);
    expect(CONTENTS.startsWith(part)).toBe(true);
    expect(await shell("anyurl get -q -o out.txt $URL")).toEqual({ status: 0, out: "", err: "" });
    expect(await readFile(join(directory, "out.txt"), "utf8")).toBe(CONTENTS);
    await rm(join(directory, "out.txt"));
    expect(await readdir(directory)).toEqual(["src.txt"]);
  });
});

describe.skipIf(process.platform === "win32")("if the reader closes standard output early", () => {
  test.each(["get", "cat"])("%s exits silently with status 141", async (verb) => {
    // More than a pipe holds, so that the command writes after head has ended.
    await writeFile(join(directory, "big.txt"), CONTENTS.repeat(8));
    try {
      const line = `{ anyurl ${verb} $URL/../big.txt; echo "status $?" >&2; } | head -c 1`;
      expect(await shell(line.replace("$URL/../", `file://${directory}/`))).toEqual({
        status: 0,
        out: "0",
        err: "status 141\n",
      });
    } finally {
      await rm(join(directory, "big.txt"));
    }
  });

  test("get -o completes the file", async () => {
    const { err } = await shell('{ anyurl get --json -o out.txt $URL; echo "status $?" >&2; } | true');
    expect(err).toMatch(/^status (0|141)\n$/);
    expect(await readFile(join(directory, "out.txt"), "utf8")).toBe(CONTENTS);
    await rm(join(directory, "out.txt"));
  });
});
