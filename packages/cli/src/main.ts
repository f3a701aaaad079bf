import { CommanderError } from "commander";
import { type ConfigOptions, loadConfig } from "./config/load-config.ts";
import { warnAboutPlugins } from "./config/plugin-error.ts";
import type { HostIo } from "./host-io.ts";
import { type Io, isBrokenPipe } from "./io.ts";
import type { JsonOptions } from "./json.ts";
import { clearLanguage, say, setLanguage } from "./language.ts";
import { loadSchemes, NO_SCHEMES } from "./load-schemes.ts";
import { createProgram, type ProgramInit } from "./program.ts";
import { redactUrl } from "./redacted-url.ts";
import { type COLOR_CHOICES, createPainter, withColor } from "./render/style.ts";
import { readTypedArguments } from "./typed-url.ts";
import { InvalidUrlError } from "./verbs/text/read-url.ts";
import type { Verb } from "./verbs/verb.ts";
import { VERBS } from "./verbs/verbs.ts";

/** Options that all commands have. */
interface Common extends ConfigOptions, JsonOptions {
  readonly quiet?: boolean;
  /** False with --no-color. */
  readonly color?: (typeof COLOR_CHOICES)[number] | false;
}

/**
 * Runs one command line, without the program's name.
 *
 * @returns the exit status: see {@link EXIT}.
 */
export async function main(argv: readonly string[], host: HostIo): Promise<number> {
  let current: { readonly text: string; readonly options: Common } = { text: "", options: {} };
  let io: HostIo | Io = host;
  const printed = { out: "", err: "" };
  let status = 0;
  const init: ProgramInit = {
    columns: io.stdout.columns,
    printed,
    async run(verb, args, options) {
      const texts = toTexts(args);
      const urls = listUrls(verb, args);
      const { jsonl } = options as JsonOptions;
      const settings = jsonl === true ? { ...options, json: true } : options;
      current = { text: urls[0] ?? texts[0] ?? "", options: settings };
      const own = { ...host, env: withColor(host.env, current.options.color) };
      io = own;
      for (const each of texts) await warnAboutPassword(each, options, own);
      const configured = verb.loadsConfig === true ? undefined : await loadConfig(options, own);
      const { schemes = [], faults = [], notes = [] } = configured ?? {};
      if (current.options.quiet !== true)
        for (const note of notes) await own.stderr.write(`anyurl: config: ${note}\n`);
      if (current.options.quiet !== true) await warnAboutPlugins(faults, own);
      const loaded = verb.loadsConfig === true ? NO_SCHEMES : await loadSchemes({ ...verb, urls }, schemes);
      const commandLine = { words: argv, operands: texts };
      const world: Io = { ...own, configured, commandLine, ...loaded };
      io = world;
      const read = await readTypedArguments(verb, args, options, world);
      current = { text: listUrls(verb, read)[0] ?? current.text, options: settings };
      const result = await verb.run(read, settings, world, VERBS);
      status = typeof result === "number" ? result : 0;
    },
  };
  try {
    await setLanguage(argv, host.env);
    const program = createProgram(VERBS, init);
    await program.parseAsync(addBrowseCommand(argv, host), { from: "user" });
    return status;
  } catch (error) {
    try {
      if (error instanceof CommanderError) await io.stdout.write(printed.out);
      if (error instanceof CommanderError && error.exitCode === 0) {
        await io.stderr.write(printed.err);
        return 0;
      }
      // Only here: most runs succeed, and the texts of all errors take time to load.
      const { reportFailure, reportUsageError } = await import("./report-failure.ts");
      if (error instanceof CommanderError)
        return await reportUsageError(error, printed.err + usageHint(error, argv), argv, io);
      return await reportFailure(error, InvalidUrlError.textOf(error, current.text), current.options, io);
    } catch (later) {
      const { toExitStatus } = await import("./exit-status.ts");
      if (!isBrokenPipe(later)) await reportLostOutput(later, io);
      if (isBrokenPipe(later) || (error instanceof CommanderError && error.exitCode === 0))
        return toExitStatus(later, io.signal);
      return error instanceof CommanderError ? 2 : toExitStatus(error, io.signal);
    }
  } finally {
    clearLanguage();
  }
}

/** Reports that standard output cannot be written, unless that is true of standard error too. */
async function reportLostOutput(error: unknown, io: HostIo): Promise<void> {
  const { failureLines } = await import("./render/failure.ts");
  const lines = failureLines(error, "", createPainter(io.stderr, io.env), io.stderr.columns);
  await io.stderr.write(`${lines.join("\n")}\n`).catch(() => {});
}

function toTexts(args: readonly unknown[]): readonly string[] {
  return args.flat().filter((each): each is string => typeof each === "string");
}

/** Lists the URLs and the names of schemes among the arguments. */
function listUrls(verb: Verb, args: readonly unknown[]): readonly string[] {
  return verb.args.flatMap(({ completes = [] }, i) =>
    completes.includes("url") || completes.includes("scheme") ? toTexts([args[i]]) : [],
  );
}

/**
 * At a terminal, a URL without a command is browsed. In a script it stays an error, because what a pipe gets has to be
 * said.
 */
function addBrowseCommand(argv: readonly string[], { stdout, askLine }: HostIo): readonly string[] {
  const [first = ""] = argv[0] === "--config" ? argv.slice(2) : argv;
  const isShort = stdout.isTerminal && askLine !== undefined && /[:./]/.test(first) && !first.startsWith("-");
  return isShort ? ["browse", ...argv] : argv;
}

/** Returns a hint if the first argument is a URL instead of a command. */
function usageHint({ code }: CommanderError, [first = ""]: readonly string[]): string {
  if (code !== "commander.unknownCommand" || !first.includes(":")) return "";
  return `  ${say("hint")}: ${say("add a command before the URL, for example: anyurl explain <url>")}\n`;
}

/** All users of the machine can read a command line; other users cannot read the environment. */
async function warnAboutPassword(text: string, { quiet }: Common, io: HostIo): Promise<void> {
  if (quiet === true || redactUrl(text).text === text) return;
  const paint = createPainter(io.stderr, io.env);
  await io.stderr.write(
    `${paint("yellow", `anyurl: ${say("warning")}`)}: ${say(PASSWORD_WARNING)};\n  ${say(PASSWORD_HINT)}\n`,
  );
}

const PASSWORD_WARNING =
  "other users can see a password on the command line, and the shell saves it in its history";
const PASSWORD_HINT = "remove it from the URL, and set ANYURL_PASSWORD";
