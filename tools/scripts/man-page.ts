/**
 * Writes the man page of the command from what its help is made of. With --check nothing is written; it says whether the
 * page is out of date.
 *
 *   node --conditions=anyurl-source tools/scripts/man-page.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXIT } from "../../packages/cli/src/exit.ts";
import { createProgram } from "../../packages/cli/src/program.ts";
import { example, filled, macro, roff, tagged } from "./roff.ts";

type Command = ReturnType<typeof createProgram>;
type Option = Command["options"][number];

const PAGE = join(import.meta.dirname, "../../packages/cli/man/anyurl.1");

/** The whole page. */
export function manPage(): string {
  const printed = { out: "", err: "" };
  const program = createProgram({ columns: 1000, printed, run: async () => {} });
  const helpOf = (command: Command) => {
    printed.out = "";
    command.outputHelp();
    return printed.out;
  };
  const { commands } = program;
  const everywhere = commands.reduce((common, verb) => common.filter(isIn(verb)), optionsOf(commands[0]!));
  const openers = commands.filter((verb) => optionsOf(verb).some(({ long }) => long === "--policy"));
  const opening = openers
    .reduce((common, verb) => common.filter(isIn(verb)), optionsOf(openers[0]!))
    .filter((option) => !everywhere.some(({ flags }) => flags === option.flags));
  const common = new Set([...everywhere, ...opening].map(({ flags }) => flags));
  const lines = [
    // No date and no version: a release would have to write them anew.
    '.\\" Written by tools/scripts/man-page.ts. Do not edit.',
    macro("TH", "ANYURL", "1", "", "anyurl", "anyurl"),
    ...[macro("SH", "NAME"), roff("anyurl - read, explain, plan and open URLs of any scheme")],
    macro("SH", "SYNOPSIS"),
    ...[macro("B", "anyurl"), roff("VERB [OPTION]... [ARGUMENT]..."), ".br"],
    ...[macro("B", "anyurl help"), roff("[VERB | SCHEME]")],
    ...[macro("SH", "DESCRIPTION"), filled(DESCRIPTION)],
    macro("SH", "VERBS"),
    ...commands.flatMap((verb) => verbLines(verb, helpOf(verb), common, openers.includes(verb))),
    macro("SH", "OPTIONS OF EVERY VERB"),
    ...everywhere.flatMap(optionLines),
    macro("SH", "OPTIONS OF EVERY VERB THAT OPENS A URL"),
    ...opening.flatMap(optionLines),
    ...[macro("SH", "OPTIONS OF SCHEMES"), filled(SCHEMES)],
    ...[macro("SH", "CONFIG FILES"), filled(CONFIG), ".PP", ...example(CONFIG_EXAMPLE.split("\n"))],
    macro("SH", "ENVIRONMENT"),
    ...environment(helpOf(program)),
    macro("SH", "EXIT STATUS"),
    ...EXIT.flatMap(([status, meaning]) => tagged(String(status), meaning)),
    macro("SH", "FILES"),
    ...tagged(
      "~/.config/anyurl/anyurl.config.ts, .js, .json",
      "settings and plugins, where XDG_CONFIG_HOME names no other place",
    ),
    ...tagged("~/.netrc", "logins, for --netrc; nobody else may read it"),
    ...[macro("SH", "SEE ALSO"), macro("BR", "curl", "(1),"), macro("BR", "wget", "(1)"), ".PP"],
    roff("RFC 1738, RFC 3986, and those that anyurl help SCHEME names."),
  ];
  return `${lines.join("\n")}\n`;
}

const DESCRIPTION = `A URL names a thing; its scheme says by which rules. The verbs about texts read URLs, explain them part by \
part, compare, resolve and build them, and open nothing. The others open them: they fetch, list, search, write, send, or hold \
a session, over the protocol of the scheme. anyurl schemes lists the schemes that are here.`;

const SCHEMES = `--option NAME=VALUE gives an option of the scheme of the URL; where a command line has two schemes, \
SCHEME.NAME=VALUE says of which. An option that is given several times is a list. anyurl help SCHEME shows the options of a \
scheme with their values, what holds without them, and what they do.`;

const CONFIG = `A config file has plugins (schemes, or names of packages that export them), policy, gateways, options of \
schemes, and limits, and nothing else; no logins. It is what --config names, or ANYURL_CONFIG, or anyurl.config.ts, .js or \
.json in the user's own directory of settings. One in the working directory is not read, unless --config . says so: a config is a \
program, and whoever has made the directory could run anything by it. A plugin that fails is named, and the others are there.`;

const CONFIG_EXAMPLE = `import { xDemo } from "anyurl-scheme-x-demo";

export default {
  plugins: [xDemo],
  policy: { denyAddresses: ["10.0.0.0/8"] },
  options: { ftp: { tls: "required" } },
  limits: { maxEntries: 1000 },
};`;

function optionsOf(verb: Command): readonly Option[] {
  return verb.createHelp().visibleOptions(verb);
}

function isIn(verb: Command): (option: Option) => boolean {
  const own = new Set(optionsOf(verb).map(({ flags, description }) => `${flags} ${description}`));
  return ({ flags, description }) => own.has(`${flags} ${description}`);
}

function optionLines({ flags, description, argChoices, defaultValue }: Option): readonly string[] {
  const choices = argChoices === undefined ? "" : ` (${argChoices.join(", ")})`;
  const usual = typeof defaultValue === "string" ? ` (default: ${defaultValue})` : "";
  return tagged(flags, `${description}${choices}${usual}`);
}

/** A verb: how it is called, what it does, the options that only it has, its examples. */
function verbLines(
  verb: Command,
  help: string,
  common: ReadonlySet<string>,
  opens: boolean,
): readonly string[] {
  const words = verb.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "..." : ""}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  const [, examples = ""] = help.split("Examples:\n");
  const own = optionsOf(verb).filter(({ flags }) => !common.has(flags));
  return [
    macro("SS", [verb.name(), ...words].join(" ")),
    filled(`${verb.description()}${opens ? " It takes the options of every verb that opens a URL." : ""}`),
    ...own.flatMap(optionLines),
    ".PP",
    ...example(examples.trimEnd().split("\n")),
  ];
}

/** What the help of the command says of the environment: a name, blanks, what it is. */
function environment(help: string): readonly string[] {
  const [, text = ""] = help.split("Environment:\n");
  const lines = text.split("\n\n")[0]!.split("\n");
  return lines.flatMap((line) => {
    const [, names = "", what = ""] = /^ {2}(\S+(?:, \S+)*) {2,}(.+)$/.exec(line) ?? [];
    return tagged(names, what);
  });
}

if (import.meta.main) {
  const now = manPage();
  const isStale = !existsSync(PAGE) || readFileSync(PAGE, "utf8") !== now;
  if (process.argv.includes("--check")) {
    if (isStale)
      console.error(
        "packages/cli/man/anyurl.1 is out of date: run node --conditions=anyurl-source tools/scripts/man-page.ts",
      );
    process.exitCode = isStale ? 1 : 0;
  } else if (isStale) {
    mkdirSync(dirname(PAGE), { recursive: true });
    writeFileSync(PAGE, now);
    console.log("packages/cli/man/anyurl.1 is written anew");
  }
}
