/**
 * Writes the man page of the command from its help texts. With --check, writes nothing and reports whether the page is
 * out of date.
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
    // No date and no version, because every release would have to update them.
    '.\\" Written by tools/scripts/man-page.ts. Do not edit.',
    macro("TH", "ANYURL", "1", "", "anyurl", "anyurl"),
    ...[macro("SH", "NAME"), roff("anyurl - parse, explain, and open URLs of any scheme")],
    macro("SH", "SYNOPSIS"),
    ...[macro("B", "anyurl"), roff("COMMAND [OPTION]... [ARGUMENT]..."), ".br"],
    ...[macro("B", "anyurl help"), roff("[COMMAND | SCHEME]")],
    ...[macro("SH", "DESCRIPTION"), filled(DESCRIPTION)],
    macro("SH", "COMMANDS"),
    ...commands.flatMap((verb) => verbLines(verb, helpOf(verb), common, openers.includes(verb))),
    macro("SH", "COMMON OPTIONS"),
    ...everywhere.flatMap(optionLines),
    macro("SH", "NETWORK OPTIONS"),
    ...opening.flatMap(optionLines),
    ...[macro("SH", "SCHEME OPTIONS"), filled(SCHEMES)],
    ...[macro("SH", "CONFIG FILES"), filled(CONFIG), ".PP", ...example(CONFIG_EXAMPLE.split("\n"))],
    macro("SH", "ENVIRONMENT"),
    ...environment(helpOf(program)),
    macro("SH", "EXIT STATUS"),
    ...EXIT.flatMap(([status, meaning]) => tagged(String(status), meaning)),
    macro("SH", "FILES"),
    ...tagged(
      "~/.config/anyurl/anyurl.config.ts, .js, .json",
      "config file (in $XDG_CONFIG_HOME/anyurl if XDG_CONFIG_HOME is set)",
    ),
    ...tagged("~/.netrc", "credentials for --netrc; the file must not be readable by other users"),
    ...[macro("SH", "SEE ALSO"), macro("BR", "curl", "(1),"), macro("BR", "wget", "(1)"), ".PP"],
    roff("RFC 1738, RFC 3986, and the RFCs that anyurl help SCHEME lists."),
  ];
  return `${lines.join("\n")}\n`;
}

const DESCRIPTION = `anyurl works with URLs of any scheme. Some commands only process text: they parse, explain, compare, \
resolve, and build URLs, and open nothing. The other commands open URLs over the protocol of the scheme: they download, list, \
search, upload, send a message, or open a session. anyurl schemes lists the supported schemes.`;

const SCHEMES = `--option NAME=VALUE sets an option of the URL's scheme. If a command has URLs of two schemes, use \
SCHEME.NAME=VALUE. Repeat an option to give a list. anyurl help SCHEME shows the options of a scheme with their values and \
defaults.`;

const CONFIG = `A config file sets plugins (schemes, or names of packages that export them), policy, gateways, scheme \
options, and limits. It cannot contain credentials. anyurl reads the file given by --config or ANYURL_CONFIG, or else \
anyurl.config.ts, .js, or .json in the user's config directory. It does not read a config file in the working directory unless \
you use --config . because a config is a program, and the author of the directory could run any code with it. If a plugin \
fails to load, anyurl prints a warning and uses the other plugins.`;

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
    filled(`${verb.description()}${opens ? " This command also takes the network options." : ""}`),
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
    console.log("wrote packages/cli/man/anyurl.1");
  }
}
