import { describe, expect, expectTypeOf, test } from "vitest";
import { createProgram, formatHelp } from "../src/program.ts";
import { defineVerb, type ListedVerb, type Verb } from "../src/verbs/verb.ts";

/** A command with every form of argument and option. */
function exampleVerb(seen: (args: readonly unknown[], options: object) => void): Verb {
  return defineVerb({
    description: "Try everything that a command can declare.",
    args: [
      { usage: "<url>", completes: ["url"] },
      { usage: "[words...]", description: "some words" },
    ],
    options: {
      aSwitch: { short: "s", description: "a switch" },
      tint: { negated: true, description: "no tint" },
      aText: { value: "<text>", description: "a text" },
      maybe: { value: "[text]", description: "a text that can be omitted" },
      level: { value: "<level>", description: "a level", choices: ["low", "high"], default: "low" },
      count: { value: "<n>", description: "a number", parse: (text: string) => text.length, group: "More" },
    },
    examples: ["anyurl try ftp://h.example/"],
    async run(args, options) {
      expectTypeOf(args).toEqualTypeOf<readonly [string, readonly string[]]>();
      expectTypeOf(options.aSwitch).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(options.tint).toEqualTypeOf<boolean>();
      expectTypeOf(options.aText).toEqualTypeOf<string | undefined>();
      expectTypeOf(options.maybe).toEqualTypeOf<string | true | undefined>();
      expectTypeOf(options.level).toEqualTypeOf<"low" | "high">();
      expectTypeOf(options.count).toEqualTypeOf<number | undefined>();
      expectTypeOf(options.json).toEqualTypeOf<boolean | undefined>();
      seen(args, options);
    },
  });
}

const other: ListedVerb = {
  name: "other",
  summary: "Do something else.",
  load: () => Promise.reject(new Error("a command that is not used was loaded")),
};

async function parsed(argv: readonly string[]) {
  const printed = { out: "", err: "" };
  const seen: { args: readonly unknown[]; options: object }[] = [];
  const verb = exampleVerb((args, options) => seen.push({ args, options }));
  const listed = { name: "try", summary: "Try it.", load: async () => ({ verb }) };
  const program = createProgram([listed, other], {
    columns: 80,
    printed,
    run: async (each, args, options) => void (await each.run(args, options, {} as never, [])),
  });
  const failed = await program.parseAsync(argv, { from: "user" }).then(
    () => undefined,
    (error: unknown) => (error as { code?: string }).code,
  );
  return { ...seen[0], failed, ...printed };
}

describe("a declared command", () => {
  test("gets its arguments and options by name, with defaults", async () => {
    expect(await parsed(["try", "ftp://h/"])).toMatchObject({
      args: ["ftp://h/", []],
      options: { tint: true, level: "low" },
    });
    const argv = ["-s", "--no-tint", "--a-text", "x", "--maybe", "--level", "high", "--count", "four"];
    expect(await parsed(["try", ...argv, "--json", "--", "u", "v", "w"])).toMatchObject({
      args: ["u", ["v", "w"]],
      options: {
        ...{ aSwitch: true, tint: false, aText: "x", maybe: true, level: "high", count: 4, json: true },
      },
    });
  });

  test("counts an option before its name as well", async () => {
    expect(await parsed(["--config", "c.json", "try", "u"])).toMatchObject({ options: { config: "c.json" } });
  });

  test.each([
    [["try"], "commander.missingArgument"],
    [["try", "u", "--level", "middle"], "commander.invalidArgument"],
    [["try", "u", "--nonesuch"], "commander.unknownOption"],
    [["tri", "u"], "commander.unknownCommand"],
  ])("%j is %s", async (argv, code) => {
    expect(await parsed(argv)).toMatchObject({ failed: code });
  });

  test("is in the list of all commands with its summary, without being loaded", async () => {
    const { out } = await parsed(["--help"]);
    expect(out).toContain("\n  try              Try it.\n  other            Do something else.\n");
  });

  test("has a help with its description, its options first, and its examples", async () => {
    const listed = { name: "try", summary: "Try it.", load: async () => ({ verb: exampleVerb(() => {}) }) };
    const help = await formatHelp([listed, other], 80, listed);
    expect(help).toBe((await parsed(["try", "--help"])).out);
    expect(help).toContain("Usage: anyurl try [options] <url> [words...]\n");
    expect(help).toContain("Try everything that a command can declare.");
    expect(help).toMatch(/\nOptions:\n {2}-s, --a-switch +a switch\n {2}--no-tint/);
    const headings = [...help.matchAll(/^([A-Z][a-z ]+):$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(["Arguments", "Options", "More", "Common options", "Examples"]);
    expect(help).toContain("\n  anyurl try ftp://h.example/\n");
  });
});
