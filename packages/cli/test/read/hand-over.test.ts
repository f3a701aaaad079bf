import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../captured.ts";

let directory: string;
let program: string;
let log: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hand-over-"));
  program = join(directory, "dial it");
  log = join(directory, "log");
  const source = `require("fs").writeFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(2)));`;
  await writeFile(program, `#!${process.execPath}\n${source}\n`);
  await chmod(program, 0o755);
});
afterEach(() => rm(directory, { recursive: true }));

const readArguments = async () => JSON.parse(await readFile(log, "utf8").catch(() => "null"));
const yes = async () => "y";

describe.skipIf(process.platform === "win32")("open with a program", () => {
  it.each([
    ["tel:+1-201-555-0123", "tel:+12015550123"],
    ["sms:+1?body=$(id)", "sms:+1?body=$(id)"],
    ["geo:1.0,2", "geo:1,2"],
    ["mailto:joe@h.example?subject=a;b", "mailto:joe@h.example?subject=a%3Bb"],
  ])("runs it with one argument, without a shell, after the answer y: %s", async (url, normal) => {
    const { status, err } = await run(["open", "--program", program, url], { askLine: yes });
    expect([status, await readArguments()]).toEqual([0, [normal]]);
    expect(err).toContain(`Program to run: ${program} ${normal}`);
  });

  it("runs nothing after any other answer", async () => {
    for (const answer of ["", "n", undefined]) {
      const { status } = await run(["open", "--program", program, "tel:+1"], { askLine: async () => answer });
      expect([status, await readArguments()]).toEqual([4, null]);
    }
  });

  it("needs --yes without a terminal", async () => {
    const { status, err } = await run(["open", "--program", program, "tel:+1"]);
    expect([status, await readArguments()]).toEqual([4, null]);
    expect(err).toContain("use --yes");
    expect((await run(["open", "--yes", "--program", program, "tel:+1"])).status).toBe(0);
    expect(await readArguments()).toEqual(["tel:+1"]);
  });

  it("takes the program from ANYURL_PROGRAM", async () => {
    const { status } = await run(["open", "--yes", "tel:+1"], { env: { ANYURL_PROGRAM: program } });
    expect([status, await readArguments()]).toEqual([0, ["tel:+1"]]);
  });

  it("fails with unsupported without a program, or for a mandatory parameter", async () => {
    for (const argv of [["tel:+1"], ["--program", program, "tel:+1;m-x=1"]]) {
      const { status, err } = await run(["open", "--yes", ...argv]);
      expect([status, await readArguments()]).toEqual([4, null]);
      expect(err).toContain("unsupported");
    }
  });

  it("fails with status 9 if the program cannot be started, or fails", async () => {
    await writeFile(program, `#!${process.execPath}\nprocess.exit(3);\n`);
    for (const file of [program, join(directory, "missing")]) {
      const { status, err } = await run(["open", "--yes", "--program", file, "tel:+1"]);
      expect([status, err]).toEqual([9, expect.stringContaining("cannot run")]);
    }
  });

  it("rejects --program for a session", async () => {
    const { status } = await run(["open", "--program", program, "telnet://h.example/"]);
    expect(status).toBe(2);
  });
});
