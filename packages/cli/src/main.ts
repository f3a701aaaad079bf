import { CommanderError } from "commander";
import { statusOf } from "./exit.ts";
import { type Io, isBrokenPipe } from "./io.ts";
import { jsonText } from "./json.ts";
import { failureData, failureLines } from "./render/failure.ts";
import { painter } from "./render/style.ts";
import { shownOf } from "./shown.ts";
import { RefusedText } from "./verbs/read-url.ts";

/** What a verb's own options have in common. */
interface Common {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/**
 * Runs one command line, without the program's name.
 *
 * @returns the exit status: see {@link EXIT}.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let current: { readonly text: string; readonly options: Common } = { text: "", options: {} };
  const { createProgram } = await import("./program.ts");
  const printed = { out: "", err: "" };
  let status = 0;
  const program = createProgram({
    columns: io.stdout.columns,
    printed,
    async run(verb, text, options) {
      current = { text, options };
      const { more = [] } = options as { more?: readonly string[] };
      for (const each of [text, ...more]) await warnOfPassword(each, options, io);
      const result = await verb(text, options, io);
      status = typeof result === "number" ? result : 0;
    },
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return status;
  } catch (error) {
    try {
      if (error instanceof CommanderError) {
        await io.stdout.write(printed.out);
        await io.stderr.write(withoutPasswords(printed.err, argv) + hintFor(error, argv));
        return error.exitCode === 0 ? 0 : 2;
      }
      return await fail(error, RefusedText.textOf(error, current.text), current.options, io);
    } catch (later) {
      return statusOf(later, io.signal);
    }
  }
}

/** Says what went wrong, where, and what would help; and gives the status. */
async function fail(error: unknown, text: string, options: Common, io: Io): Promise<number> {
  const status = statusOf(error, io.signal);
  if (isBrokenPipe(error)) return status;
  if (io.signal.aborted) {
    await io.stderr.write("anyurl: interrupted\n");
    return status;
  }
  if (options.json === true) {
    await io.stdout.write(jsonText(failureData(error, text)));
  } else {
    const paint = painter(io.stderr, io.env);
    await io.stderr.write(`${failureLines(error, text, paint, io.stderr.columns).join("\n")}\n`);
  }
  return status;
}

/** Whoever gives a URL and no verb is told what there is. */
function hintFor({ code }: CommanderError, [first = ""]: readonly string[]): string {
  if (code !== "commander.unknownCommand" || !first.includes(":")) return "";
  return "  hint: say what to do with the URL, as in: anyurl explain <url>\n";
}

/** Whoever uses this machine can read a command line; nobody else can read an environment. */
async function warnOfPassword(text: string, { quiet }: Common, io: Io): Promise<void> {
  if (quiet === true || shownOf(text).text === text) return;
  const paint = painter(io.stderr, io.env);
  await io.stderr.write(
    `${paint("yellow", "anyurl: warning")}: a password on the command line can be seen by others, and stays in ` +
      "the shell's history;\n  leave it out of the URL, and set ANYURL_PASSWORD\n",
  );
}

/** A usage message may repeat an argument. */
function withoutPasswords(message: string, argv: readonly string[]): string {
  return argv.reduce((shown, each) => shown.replaceAll(each, shownOf(each).text), message);
}
