import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import {
  type Answers,
  InvalidAnswerError,
  PACKAGE_MANAGERS,
  type PackageManager,
  resolveAnswers,
} from "./answers.ts";
import { askQuestions, CanceledError } from "./ask.ts";
import { checkName, type NameProblem } from "./check-name.ts";
import { type Created, createScheme } from "./create.ts";
import { type Flags, HELP, parseFlags } from "./flags.ts";
import { getLicenseText } from "./license.ts";
import { formatPackageName } from "./manifest.ts";

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
    const flags = parseFlags(argv);
    json = flags.json;
    if (flags.help) io.stdout.write(HELP);
    else if (flags.version) io.stdout.write(`${readOwnVersion()}\n`);
    else await create(flags, io);
    return 0;
  } catch (error) {
    if (error instanceof CanceledError) return 130;
    printError(error, json, io);
    return error instanceof InvalidAnswerError ? 2 : 1;
  }
}

async function create(flags: Flags, io: Io): Promise<void> {
  const { force, json } = flags;
  const asks = io.isInteractive && !flags.yes && !json;
  const said = asks ? await askQuestions(flags.said, force) : flags.said;
  const { name } = said;
  if (name === undefined)
    throw new InvalidAnswerError("name", "missing scheme name", "run npm create anyurl-scheme x-demo");
  const packageManager = said.packageManager ?? detectPackageManager(io.env["npm_config_user_agent"]);
  const answers = resolveAnswers({ ...said, name, packageManager }, force);
  const warnings = checkName(name).filter(({ severity }) => severity === "warning");
  const created = await createScheme(answers, resolve(io.cwd, said.dir ?? formatPackageName(answers)));
  const next = listNextSteps(answers, created, io.cwd);
  if (json) {
    io.stdout.write(`${JSON.stringify({ ok: true, ...answers, ...created, warnings, next }, null, 2)}\n`);
    return;
  }
  for (const warning of warnings) io.stderr.write(formatWarning(warning));
  io.stdout.write(
    `${created.files.length} files in ${relative(io.cwd, created.directory) || "."}\n\n` +
      `Next:\n${next.map((step) => `  ${step}\n`).join("")}`,
  );
}

/** The user agents of npm, pnpm, and the others: "npm/11.0.0 node/v24.0.0 …". */
function detectPackageManager(agent = ""): PackageManager {
  const first = agent.split("/", 1)[0];
  return PACKAGE_MANAGERS.find((each) => each === first) ?? "npm";
}

function listNextSteps(answers: Answers, { directory }: Created, cwd: string): readonly string[] {
  const { packageManager: manager, license } = answers;
  const to = relative(cwd, directory);
  return [
    ...(to === "" ? [] : [`cd ${/^[\w./+-]+$/.test(to) ? to : JSON.stringify(to)}`]),
    "git init",
    `${manager} install`,
    // "bun test" would run bun's own test runner.
    manager === "bun" ? "bun run test" : `${manager} test`,
    ...(getLicenseText(license, "") === undefined
      ? [`put the text of the license ${license} into LICENSE`]
      : []),
  ];
}

function formatWarning({ message, cite, hint }: NameProblem): string {
  return `warning: ${message} (${cite})${hint === undefined ? "" : `\n  hint: ${hint}`}\n`;
}

function printError(error: unknown, json: boolean, io: Io): void {
  const { message, code, flag, hint } = error as Partial<InvalidAnswerError>;
  if (json)
    io.stdout.write(
      `${JSON.stringify({ ok: false, code: code ?? "fault", message, flag, hint }, null, 2)}\n`,
    );
  else io.stderr.write(`create-anyurl-scheme: ${message}${hint === undefined ? "" : `\n  hint: ${hint}`}\n`);
}

function readOwnVersion(): string {
  return (createRequire(import.meta.url)("../package.json") as { readonly version: string }).version;
}
