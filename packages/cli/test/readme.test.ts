import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folder, startFtpServer, startGopherServer, startHttpServer } from "@anyurl/servers";
import { describe, expect, test } from "vitest";
import { EXIT } from "../src/exit.ts";
import { run } from "./captured.ts";

const OWN = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const ROOT = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");

/** Every "$ anyurl …" of a README, with the output that is printed below it. */
function dialogues(text: string): readonly (readonly [command: string, output: string])[] {
  return [...text.matchAll(/```console\n\$ anyurl ([^\n]+)\n([^`]*)```/g)].map(([, command, output]) => [
    command!,
    output!,
  ]);
}

/** Splits a command as a shell does, as far as READMEs need it. */
function words(command: string): readonly string[] {
  return (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ""));
}

describe.each([
  ["packages/cli/README.md", OWN],
  ["README.md", ROOT],
])("%s", (_, text) => {
  test.each(dialogues(text))("anyurl %s prints what it says", async (command, output) => {
    const { out, err } = await run(words(command));
    expect(out + err).toBe(output);
  });

  test("has commands that are understood, with URLs that are", async () => {
    const commands = [...text.matchAll(/`anyurl ([^`]+)`/g)].map(([, command]) => words(command!));
    expect(commands.length).toBeGreaterThan(4);
    for (const [verb = "", ...rest] of commands) {
      expect((await run([verb, "--help"])).status).toBe(0);
      const url = rest.find((word) => word.includes("://"));
      if (url !== undefined) expect(await run(["parse", url])).toMatchObject({ status: 0 });
    }
  });
});

/** The examples of the tables, but those that want a person: they have tests of their own. */
const EXAMPLES = [...OWN.matchAll(/^\| `anyurl ([^`]+)` +\|/gm)]
  .map(([, command]) => command!)
  .filter((command) => !/^(?:send|open|demo) /.test(`${command} `));

/** Files that an example reads. */
const READ: ReadonlyMap<string, readonly string[]> = new Map([
  ["put", ["report.txt"]],
  ["append", ["today.log"]],
  ["extract", ["mail.txt"]],
  ["cp -r", ["site/index.html"]],
]);

test("the tables have an example of every verb", async () => {
  const verbs = new Set([...OWN.matchAll(/^\| `anyurl ([a-z]+)/gm)].map(([, verb]) => verb!));
  const listed = (await run(["--help"])).out.split("Commands:\n")[1]!.split("\n\n")[0]!;
  const all = [...listed.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, verb]) => verb!);
  expect([...verbs].sort()).toEqual(all.filter((verb) => verb !== "help").sort());
});

test.each(EXAMPLES)("anyurl %s does what it says, on servers of our own", async (command) => {
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
    await mkdir(join(directory, "site"));
    for (const name of files) await writeFile(join(directory, name), "<URL:http://h.example/>\n");
    const argv = words(command).map((word) =>
      word
        .replace(/^ftp:\/\/(?:alice@)?ftp\.example/, ftp.origin)
        .replace("gopher://gopher.example/7/find", `${gopher.origin}/7/search`)
        .replace("gopher://gopher.example", gopher.origin)
        .replace("http://www.example", http.origin)
        .replace(/^(?:[a-z]+\.(?:txt|log)|site\/|poems)$/, (name) => join(directory, name)),
    );
    const { status, err } = await run(argv);
    expect({ status, err }).toEqual({ status: 0, err: "" });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test("the table of exit statuses is the command's own", () => {
  const rows = [...OWN.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, status, meaning]) => [
    Number(status),
    meaning,
  ]);
  expect(rows.map(([status]) => status)).toEqual(EXIT.map(([status]) => status));
  for (const [i, [, meaning]] of EXIT.entries())
    expect(rows[i]![1]).toContain(meaning.replace(/[,;].*$/, ""));
});
