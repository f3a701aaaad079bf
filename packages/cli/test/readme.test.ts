import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  folder,
  startFtpServer,
  startGopherServer,
  startHttpServer,
  startTelnetServer,
} from "@anyurl/servers";
import { describe, expect, test } from "vitest";
import { EXIT } from "../src/exit.ts";
import { bundled } from "./bundled.ts";
import { run } from "./captured.ts";

const OWN = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const ROOT = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");

/** Each "$ anyurl …" of a README with the output below it. */
function dialogues(text: string): readonly (readonly [command: string, output: string])[] {
  return [...text.matchAll(/```console\n\$ anyurl ([^\n]+)\n([^`]*)```/g)].map(([, command, output]) => [
    command!,
    output!,
  ]);
}

/** Splits a command like a shell, as far as READMEs need it. */
function words(command: string): readonly string[] {
  return (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
}

describe.each([
  ["packages/cli/README.md", OWN],
  ["README.md", ROOT],
])("%s", (_, text) => {
  test.each(dialogues(text))("anyurl %s prints the documented output", async (command, output) => {
    const { out, err } = await run(words(command));
    expect(out + err).toBe(output);
  });

  test("contains only valid commands with valid URLs", async () => {
    const commands = [...text.matchAll(/`anyurl ([^`]+)`/g)].map(([, command]) => words(command!));
    expect(commands.length).toBeGreaterThan(4);
    for (const [verb = "", ...rest] of commands) {
      expect((await run([verb, "--help"])).status).toBe(0);
      const url = rest.find((word) => word.includes("://"));
      if (url !== undefined) expect(await run(["parse", url])).toMatchObject({ status: 0 });
    }
  });
});

/** The examples of the tables, except interactive ones, which have their own tests. */
const EXAMPLES = rows().filter((command) => !/^(?:send|open|browse|serve) /.test(`${command} `));

function rows(): readonly string[] {
  return [...OWN.matchAll(/^\| .* \| `anyurl ([^`]+)` +\|$/gm)].map(([, command]) => command!);
}

/** The files that examples read. */
const READ: ReadonlyMap<string, readonly string[]> = new Map([
  ["put", ["report.txt"]],
  ["append", ["today.log"]],
  ["extract", ["mail.txt"]],
  ["sync", ["site/index.html"]],
]);

test.each(EXAMPLES)("anyurl %s works on embedded servers", async (command) => {
  const about = folder({ "about.txt": "about\n" });
  await using ftp = await startFtpServer({
    writable: "everybody",
    root: folder({
      pub: folder({ "readme.txt": "read me\n", poems: folder({ "tide.txt": "Tide\n" }) }),
      logs: folder({ "all.log": "all\n" }),
      www: folder({}),
      "draft.txt": "draft\n",
    }),
  });
  await using gopher = await startGopherServer({ root: about });
  await using http = await startHttpServer({ root: about });
  const directory = await mkdtemp(join(tmpdir(), "anyurl-readme-"));
  try {
    const files = [...READ].find(([verb]) => command.startsWith(verb))?.[1] ?? [];
    for (const name of files) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), "<URL:http://h.example/>\n");
    }
    const argv = words(command).map((word) =>
      word
        .replace(/^ftp:\/\/(?:alice@)?ftp\.example/, ftp.origin)
        .replace("gopher://gopher.example/7/find", `${gopher.origin}/7/search`)
        .replace("gopher://gopher.example", gopher.origin)
        .replace("http://www.example", http.origin)
        .replace(/^[a-z]+(?:\.(?:txt|log)|\/)$/, (name) => join(directory, name)),
    );
    const { status, err } = await run(argv);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  } finally {
    await rm(directory, { recursive: true });
  }
});

/** Examples that prompt or run until interrupted: the input, the expected screen, and the status. */
const ATTENDED: ReadonlyMap<string, readonly [typed: string, sees: RegExp, status: readonly number[]]> =
  new Map([
    ["send", ["", /nothing was sent/, [0]]],
    ["open", ["quit\n", /Goodbye\./, [0]]],
    ["serve", ["", /http:\/\/127\.0\.0\.1:\d+/, [0, 143]]],
  ]);

test.each(rows().filter((command) => ATTENDED.has(command.split(" ")[0]!)))(
  "anyurl %s works interactively",
  async (command) => {
    const [typed, sees, statuses] = ATTENDED.get(command.split(" ")[0]!)!;
    await using telnet = await startTelnetServer();
    const argv = words(command).flatMap((word) => {
      if (word === "8080") return ["0"];
      return [word.replace("telnet://library.example", telnet.origin)];
    });
    const bin = bundled().command;
    const child = spawn(process.execPath, ["-C", "anyurl-source", bin, ...argv], { stdio: "pipe" });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (octets) => (said += String(octets)));
    const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
    // The command can end before it reads its input.
    child.stdin.on("error", () => {});
    child.stdin.end(typed);
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(sees);
    if (command.startsWith("serve")) child.kill("SIGTERM");
    expect(statuses).toContain(await ended);
  },
  40_000,
);

test("the table of exit statuses matches the command", () => {
  const rows = [...OWN.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, status, meaning]) => [
    Number(status),
    meaning,
  ]);
  expect(rows.map(([status]) => status)).toEqual(EXIT.map(([status]) => status));
  for (const [i, [, meaning]] of EXIT.entries())
    expect(rows[i]![1]).toContain(meaning.replace(/[,;].*$/, ""));
});
