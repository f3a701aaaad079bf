import { defineOptions, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createProgram, formatHelp } from "../src/program.ts";
import { deriveOptions, readDerived } from "../src/verbs/derive-options.ts";
import { defineVerb, type ListedVerb } from "../src/verbs/verb.ts";

const SET = defineOptions("demo", {
  port: { type: "integer", max: 65_535, default: 21, description: "a port" },
  wait: { type: "duration", default: 1_500, description: "a wait" },
  hosts: { type: "list", default: [], description: "host names" },
  mode: { type: "choice", choices: ["fast", "safe"], default: "safe", description: "a mode" },
  deep: { type: "boolean", default: false, description: "go deep" },
});

const FLAGS = {
  port: { value: "<port>", default: 2121 },
  wait: { value: "<seconds>" },
  host: { of: "hosts", value: "<host>" },
  mode: { value: "<mode>" },
  deep: {},
} as const;

function listDemo(seen: (options: Readonly<Record<string, unknown>>) => void): ListedVerb {
  const verb = defineVerb({
    args: [],
    options: deriveOptions(SET, FLAGS),
    examples: [],
    run: async (_, options) => seen(readDerived(SET, FLAGS, options)),
  });
  return { name: "demo", summary: "Try it.", load: async () => ({ verb }) };
}

async function run(...argv: readonly string[]) {
  const printed = { out: "", err: "" };
  let given: Readonly<Record<string, unknown>> | undefined;
  const program = createProgram([listDemo((options) => (given = options))], {
    columns: 80,
    printed,
    run: async (verb, args, options) => void (await verb.run(args, options, {} as never, [])),
  });
  await program.parseAsync(["demo", ...argv], { from: "user" }).catch(() => {});
  return { given, err: printed.err };
}

describe("derived options", () => {
  it("have the values that the library takes", async () => {
    const argv = ["--wait", "2.5", "--host", "a", "--host", "b,c", "--mode", "fast", "--deep"];
    const { given } = await run(...argv);
    expect(given).toEqual({ port: 2121, wait: 2_500, hosts: ["a", "b", "c"], mode: "fast", deep: true });
    expect(resolveOptions(SET, given)).toEqual(given);
  });

  it("leave the defaults of the library, except for their own", async () => {
    expect(resolveOptions(SET, (await run()).given)).toEqual({ ...SET.defaults, port: 2121 });
  });

  it("take a duration with a unit", async () => {
    expect((await run("--wait", "250ms")).given).toMatchObject({ wait: 250 });
  });

  it.each([
    [["--port", "70000"], "Expected a whole number from 0 to 65535."],
    [["--port", "x"], "Expected a whole number from 0 to 65535."],
    [["--wait", "soon"], "Expected a number of seconds, or a duration such as 500ms."],
    [["--mode", "faster"], "fast, safe"],
  ])("reject %j as the library does", async (argv, words) => {
    const { given, err } = await run(...argv);
    expect(given).toBeUndefined();
    expect(err).toContain(words);
  });

  it("are described as in the library, with its defaults in the units of the command line", async () => {
    const demo = listDemo(() => {});
    const help = await formatHelp([demo], 200, demo);
    expect(help).toMatch(/--port <port> +a port \(default: 2121\)/);
    expect(help).toMatch(/--wait <seconds> +a wait \(default: 1.5\)/);
    expect(help).toMatch(/--host <host> +host names \(repeatable\)/);
    expect(help).toMatch(/--deep +go deep/);
  });
});
