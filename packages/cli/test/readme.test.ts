import { readFileSync } from "node:fs";
import { join } from "node:path";
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

test("the table of exit statuses is the command's own", () => {
  const rows = [...OWN.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm)].map(([, status, meaning]) => [
    Number(status),
    meaning,
  ]);
  expect(rows.map(([status]) => status)).toEqual(EXIT.map(([status]) => status));
  for (const [i, [, meaning]] of EXIT.entries())
    expect(rows[i]![1]).toContain(meaning.replace(/[,;].*$/, ""));
});
