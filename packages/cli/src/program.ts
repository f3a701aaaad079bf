import { Argument, Command, CommanderError, Option } from "commander";
import { EXIT } from "./exit.ts";
import { say } from "./language.ts";
import { usageErrorText } from "./usage-error.ts";
import {
  type Argument as ArgumentDeclaration,
  COMMON_OPTIONS,
  formatFlags,
  formatHelpFlags,
  type ListedVerb,
  type Verb,
  type VerbOption,
} from "./verbs/verb.ts";
import { readVersion } from "./version.ts";

export interface ProgramInit {
  readonly columns: number | undefined;
  /** Where help and usage errors go: the caller prints them. */
  readonly printed: { out: string; err: string };
  run(verb: Verb, args: readonly unknown[], options: object): Promise<void>;
}

/** Creates the command line. Each command is loaded when it is used. */
export function createProgram(verbs: readonly ListedVerb[], { columns, printed, run }: ProgramInit): Command {
  const program = new Command("anyurl")
    .description(say("Parse, explain, and open URLs of any scheme."))
    .helpOption("-h, --help", say("print this help"))
    .helpCommand(false)
    .usage(say("<command> [options] <url>"))
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        printed.out += text;
      },
      writeErr: (text) => {
        printed.err += text;
      },
      outputError: (text, write) => write(usageErrorText(text)),
      getOutHelpWidth: () => columns ?? 100,
      getErrHelpWidth: () => columns ?? 100,
    })
    .configureHelp({
      subcommandTerm: (command) => command.name(),
      styleTitle: say,
      optionDescription: describeOption,
    })
    .addHelpText("after", () => `\n${formatEnvironment()}\n\n${formatExitStatuses()}\n`)
    .option("-V, --version", say("print the version"))
    .option(formatFlags("config", COMMON_OPTIONS.config), say(COMMON_OPTIONS.config.description))
    .on("option:version", () => {
      printed.out += `${readVersion()}\n`;
      throw new CommanderError(0, "commander.version", "");
    });
  for (const { name, summary } of verbs) program.command(name).description(say(summary));
  return program.hook("preSubcommand", async (_, command) => {
    const { verb } = await verbs.find(({ name }) => name === command.name())!.load();
    defineCommand(command, verb);
    command.action(async (...given: readonly unknown[]) => {
      // The arguments, then the options, then the command itself. Options before the command count as well.
      const args = regroup(verb.args, given.slice(0, -2));
      await run(verb, args, { ...program.opts<object>(), ...(given.at(-2) as object) });
    });
  });
}

/** Returns the help of the program, or of a command. */
export async function formatHelp(
  verbs: readonly ListedVerb[],
  columns: number | undefined,
  asked?: ListedVerb,
): Promise<string> {
  const printed = { out: "", err: "" };
  const program = createProgram(verbs, { columns, printed, run: async () => {} });
  const command = program.commands.find((each) => each.name() === asked?.name);
  if (command !== undefined && asked !== undefined) defineCommand(command, (await asked.load()).verb);
  (command ?? program).outputHelp();
  return printed.out;
}

/** Adds the arguments, options, and help of a command. */
function defineCommand(command: Command, { description, args, options, examples }: Verb): void {
  if (description !== undefined) command.description(say(description));
  command
    .addHelpOption(
      new Option(formatHelpFlags(options), say("print this help")).helpGroup(say("Common options:")),
    )
    .addHelpText("after", `\n${say("Examples:")}\n${examples.map((line) => `  ${line}`).join("\n")}`);
  for (const each of parsedArguments(args)) command.addArgument(createArgument(each));
  if (hasSeveralFirst(args)) command.usage(["[options]", ...args.map(({ usage }) => usage)].join(" "));
  for (const [name, declaration] of Object.entries<VerbOption>({ ...options, ...COMMON_OPTIONS }))
    command.addOption(createOption(name, declaration));
}

/** Is the first argument `<several...>`, with another one after it? Commander supports several values only at the end. */
function hasSeveralFirst([first, last]: readonly ArgumentDeclaration[]): boolean {
  return last !== undefined && first?.usage.includes("...") === true;
}

/** The arguments as commander parses them: `<from...> <to>` as `<from> <to...>`. */
function parsedArguments(args: readonly ArgumentDeclaration[]): readonly ArgumentDeclaration[] {
  if (!hasSeveralFirst(args)) return args;
  const [first, last] = args as readonly [ArgumentDeclaration, ArgumentDeclaration];
  return [
    { ...first, usage: first.usage.replace("...", "") as ArgumentDeclaration["usage"] },
    { ...last, usage: last.usage.replace(">", "...>") as ArgumentDeclaration["usage"] },
  ];
}

/** Returns the values of the arguments as they were declared. */
function regroup(args: readonly ArgumentDeclaration[], given: readonly unknown[]): readonly unknown[] {
  if (!hasSeveralFirst(args)) return given;
  const all = given.flat();
  return [all.slice(0, -1), all.at(-1)];
}

function createArgument({ usage, description, choices }: ArgumentDeclaration): Argument {
  const argument = new Argument(usage, description && say(description));
  return choices === undefined ? argument : argument.choices([...choices]);
}

function createOption(name: string, declaration: VerbOption): Option {
  const { description, choices, parse, negated, group, default: usual = negated } = declaration;
  const option = new Option(formatFlags(name, declaration), translateDescription(description));
  if (choices !== undefined) option.choices([...choices]);
  if (parse !== undefined) option.argParser(parse);
  if (usual !== undefined) option.default(usual);
  return group === undefined ? option : option.helpGroup(say(`${group}:`));
}

/** Translates a description. The one of an option that a library declares has a default or "repeatable" at its end. */
function translateDescription(description: string): string {
  const [, text, fact = ""] = /^(.*) \((repeatable|default: [^()]*)\)$/s.exec(description) ?? [];
  const whole = say(description);
  return whole !== description || text === undefined ? whole : `${say(text)} (${say(fact)})`;
}

/** The description of an option with its choices and its default, as commander writes them. */
function describeOption({ description, argChoices, defaultValue, required, optional }: Option): string {
  const facts: string[] = [];
  if (argChoices !== undefined)
    facts.push(say(`choices: ${argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`));
  const hasDefault = defaultValue !== undefined && (required || optional);
  if (hasDefault) facts.push(say(`default: ${JSON.stringify(defaultValue)}`));
  return facts.length === 0 ? description : `${description} (${facts.join(", ")})`;
}

function formatExitStatuses(): string {
  const rows = EXIT.map(([status, meaning]) => `  ${String(status).padStart(3)}  ${say(meaning)}`);
  return `${say("Exit status:")}\n${rows.join("\n")}`;
}

const EXAMPLES = [
  'anyurl explain "gopher://gopher.example/7/search%09blue%20whale"',
  'anyurl plan "ftp://ftp.example/%2Fetc/motd;type=a"',
  "anyurl get -o readme.txt ftp://ftp.example/pub/readme.txt",
  "anyurl ls ftp://ftp.example/pub/",
  "anyurl gopher://gopher.example/",
  "anyurl cp ftp://ftp.example/pub/readme.txt .",
];

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["ANYURL_CONFIG", "config file, or a directory with a config file, like --config"],
  ["ANYURL_PASSWORD", "password for the user in the URL"],
  ["ANYURL_SMTP", "mail server through which send sends mail, as host or host:port"],
  ["EMAIL", "sender address of mail"],
  ["NETRC", "file that --netrc reads (default: ~/.netrc)"],
  ["NNTPSERVER", "news servers for URLs without a server, separated by commas"],
  ["ftp_proxy, gopher_proxy, all_proxy, no_proxy", "proxies, and hosts that bypass them"],
  ["LC_ALL, LC_MESSAGES, LANG", "language of messages: English, Spanish, or French"],
  ["NO_COLOR", "disable color"],
  ["FORCE_COLOR", 'use color everywhere, or "0" for nowhere'],
];

function formatEnvironment(): string {
  const examples = EXAMPLES.map((line) => `  ${line}`);
  const variables = ENVIRONMENT.map(([name, meaning]) => `  ${name.padEnd(15)}  ${say(meaning)}`);
  return [say("Examples:"), ...examples, "", say("Environment:"), ...variables].join("\n");
}
