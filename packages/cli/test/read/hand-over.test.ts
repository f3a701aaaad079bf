import { chmod, copyFile, readFile, rm, writeFile } from "node:fs/promises";
import process from "node:process";
import { startSmtpServer } from "@anyurl/servers";
import { beforeEach, describe, expect, it } from "vitest";
import { findMailProgram } from "../../src/verbs/read/mail-program.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const here = scratchDirectory();
let program: string;
let log: string;
beforeEach(async () => {
  program = here("dial it");
  log = here("log");
  const source = `require("fs").writeFileSync(${JSON.stringify(log)}, JSON.stringify(process.argv.slice(2)));`;
  await writeFile(program, `#!${process.execPath}\n${source}\n`);
  await chmod(program, 0o755);
});

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
    for (const file of [program, here("missing")]) {
      const { status, err } = await run(["open", "--yes", "--program", file, "tel:+1"]);
      expect([status, err]).toEqual([9, expect.stringContaining("cannot run")]);
    }
  });

  it("rejects --program for a session", async () => {
    const { status } = await run(["open", "--program", program, "telnet://h.example/"]);
    expect(status).toBe(2);
  });
});

describe("the mail program", () => {
  it("is xdg-email on a desktop, open on macOS, and without a shell on Windows", async () => {
    for (const name of ["xdg-email", "open"]) {
      await writeFile(here(name), "");
      await chmod(here(name), 0o755);
    }
    const env = { PATH: here(), DISPLAY: ":0" };
    expect(findMailProgram(env, "linux")).toEqual([here("xdg-email")]);
    expect(findMailProgram({ PATH: here(), WAYLAND_DISPLAY: "w" }, "freebsd")).toHaveLength(1);
    expect(findMailProgram({ PATH: here() }, "linux")).toBeUndefined();
    expect(findMailProgram({ PATH: ".", DISPLAY: ":0" }, "linux")).toBeUndefined();
    expect(findMailProgram({ PATH: here() }, "darwin")).toEqual([here("open")]);
    expect(findMailProgram({}, "win32")).toEqual(["rundll32.exe", "url.dll,FileProtocolHandler"]);
  });
});

describe.skipIf(process.platform !== "linux")("open mailto:", () => {
  const MAIL = "mailto:joe@h.example?subject=hello&body=a%20b";

  it("shows the message, asks, and opens the mail program", async () => {
    await copyFile(program, here("xdg-email"));
    const env = { PATH: here(), DISPLAY: ":0" };
    const { status, err } = await run(["open", MAIL], { env, askLine: yes });
    expect([status, await readArguments()]).toEqual([0, [MAIL]]);
    expect(err.slice(0, err.indexOf("Program to run:"))).toContain("Subject: hello");
    expect(err).not.toContain("\x1b");
    await rm(log);
    expect((await run(["open", MAIL], { env, askLine: async () => "n" })).status).toBe(4);
    expect(await readArguments()).toBeNull();
  });

  it("sends through $ANYURL_SMTP without a desktop, after a preview even with --quiet", async () => {
    await using smtp = await startSmtpServer();
    const env = { ANYURL_SMTP: `${smtp.host}:${smtp.port}`, EMAIL: "me@h.example" };
    const { status, err } = await run(["open", "--quiet", "mailto:joe@h.example?subject=hello"], {
      env,
      askLine: async () => "n",
    });
    expect([status, smtp.messages]).toEqual([4, []]);
    expect(err).toContain("Subject: hello");
  });

  it("fails with unsupported without any of them", async () => {
    const { status, err } = await run(["open", MAIL], { env: {}, askLine: yes });
    expect([status, err]).toEqual([4, expect.stringContaining("no mail program")]);
  });
});
