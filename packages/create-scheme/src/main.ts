import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { type Answers, answersOf, BadAnswer, PACKAGE_MANAGERS, type PackageManager } from "./answers.ts";
import { ask, Cancelled } from "./ask.ts";
import { type NameFault, nameFaults } from "./check-name.ts";
import { type Created, createScheme } from "./create.ts";
import { type Flags, flagsOf, HELP } from "./flags.ts";
import { licenseText } from "./license.ts";
import { packageNameOf } from "./manifest.ts";

/** The environment of a command line. */
export interface Io {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Is there a user at a terminal to ask? */
  readonly isInteractive: boolean;
  readonly cwd: string;
}

/**
 * Runs one command line.
 *
 * @returns the exit status: 0 for success; 1, internal error; 2, an invalid flag or answer; 130, the user canceled.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let json = argv.includes("--json");
  try {
    const flags = flagsOf(argv);
    json = flags.json;
    if (flags.help) io.stdout.write(HELP);
    else if (flags.version) io.stdout.write(`${ownVersion()}\n`);
    else await create(flags, io);
    return 0;
  } catch (error) {
    if (error instanceof Cancelled) return 130;
    fail(error, json, io);
    return error instanceof BadAnswer ? 2 : 1;
  }
}

async function create(flags: Flags, io: Io): Promise<void> {
  const { force, json } = flags;
  const asks = io.isInteractive && !flags.yes && !json;
  const said = asks ? await ask(flags.said, force) : flags.said;
  const { name } = said;
  if (name === undefined)
    throw new BadAnswer("name", "missing scheme name", "run npm create anyurl-scheme x-demo");
  const packageManager = said.packageManager ?? managerOf(io.env["npm_config_user_agent"]);
  const answers = answersOf({ ...said, name, packageManager }, force);
  const warnings = nameFaults(name);
  const created = await createScheme(answers, resolve(io.cwd, said.dir ?? packageNameOf(answers)));
  const next = nextSteps(answers, created, io.cwd);
  if (json) {
    io.stdout.write(`${JSON.stringify({ ok: true, ...answers, ...created, warnings, next }, null, 2)}\n`);
    return;
  }
  for (const warning of warnings) io.stderr.write(warningLine(warning));
  io.stdout.write(
    `${created.files.length} files in ${relative(io.cwd, created.directory) || "."}\n\n` +
      `Next:\n${next.map((step) => `  ${step}\n`).join("")}`,
  );
}

/** The user agents of npm, pnpm, and the others: "npm/11.0.0 node/v24.0.0 …". */
function managerOf(agent = ""): PackageManager {
  const first = agent.split("/", 1)[0];
  return PACKAGE_MANAGERS.find((each) => each === first) ?? "npm";
}

function nextSteps(answers: Answers, { directory }: Created, cwd: string): readonly string[] {
  const { packageManager: manager, license } = answers;
  const to = relative(cwd, directory);
  return [
    ...(to === "" ? [] : [`cd ${/^[\w./+-]+$/.test(to) ? to : JSON.stringify(to)}`]),
    "git init",
    `${manager} install`,
    // "bun test" would run bun's own test runner.
    manager === "bun" ? "bun run test" : `${manager} test`,
    ...(licenseText(license, "") === undefined
      ? [`put the text of the license ${license} into LICENSE`]
      : []),
  ];
}

function warningLine({ message, cite, hint }: NameFault): string {
  return `warning: ${message} (${cite})${hint === undefined ? "" : `\n  hint: ${hint}`}\n`;
}

function fail(error: unknown, json: boolean, io: Io): void {
  const { message, code, flag, hint } = error as Partial<BadAnswer>;
  if (json)
    io.stdout.write(
      `${JSON.stringify({ ok: false, code: code ?? "fault", message, flag, hint }, null, 2)}\n`,
    );
  else io.stderr.write(`create-anyurl-scheme: ${message}${hint === undefined ? "" : `\n  hint: ${hint}`}\n`);
}

function ownVersion(): string {
  return (createRequire(import.meta.url)("../package.json") as { readonly version: string }).version;
}
