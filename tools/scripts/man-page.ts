/**
 * Writes the man page of the command from its help texts. With --check, writes nothing and reports whether the page is
 * out of date.
 *
 *   node --conditions=anyurl-source tools/scripts/man-page.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { EXIT } from "../../packages/cli/src/exit.ts";
import { formatHelp } from "../../packages/cli/src/program.ts";
import { NETWORK_OPTIONS } from "../../packages/cli/src/verbs/common/options.ts";
import {
  COMMON_OPTIONS,
  formatFlags,
  type ListedVerb,
  type Options,
  type VerbOption,
} from "../../packages/cli/src/verbs/verb.ts";
import { VERBS } from "../../packages/cli/src/verbs/verbs.ts";
import { example, filled, macro, roff, tagged } from "./roff.ts";

const PAGE = join(import.meta.dirname, "../../packages/anyurl/man/anyurl.1");

/** The whole page. */
export async function manPage(): Promise<string> {
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
    ...(await Promise.all(VERBS.map(verbLines))).flat(),
    macro("SH", "COMMON OPTIONS"),
    ...optionLines(COMMON_OPTIONS),
    ...tagged("-h, --help", "print this help"),
    macro("SH", "NETWORK OPTIONS"),
    ...optionLines(NETWORK_OPTIONS),
    ...[macro("SH", "SCHEME OPTIONS"), filled(SCHEMES)],
    ...[macro("SH", "CONFIG FILES"), filled(CONFIG), ".PP", ...example(CONFIG_EXAMPLE.split("\n"))],
    macro("SH", "ENVIRONMENT"),
    ...environment(await formatHelp(VERBS, 1000)),
    macro("SH", "EXIT STATUS"),
    ...EXIT.flatMap(([status, meaning]) => tagged(String(status), meaning)),
    macro("SH", "FILES"),
    ...tagged(
      "~/.config/anyurl/anyurl.config.ts, .js, .json",
      "config file (in $XDG_CONFIG_HOME/anyurl if XDG_CONFIG_HOME is set)",
    ),
    ...tagged("~/.config/anyurl/anyurl.plugins.json", "plugins that anyurl plugins add installed"),
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
fails to load, anyurl prints a warning and uses the other plugins. anyurl plugins add installs a plugin, and lists it in \
anyurl.plugins.json beside the config file.`;

const CONFIG_EXAMPLE = `import { xDemo } from "anyurl-scheme-x-demo";

export default {
  plugins: [xDemo],
  policy: { denyAddresses: ["10.0.0.0/8"] },
  options: { ftp: { tls: "required" } },
  limits: { maxEntries: 1000 },
};`;

function optionLines(options: Options): readonly string[] {
  return Object.entries<VerbOption>(options).flatMap(([name, option]) => {
    const choices = option.choices === undefined ? "" : ` (${option.choices.join(", ")})`;
    const usual = option.default === undefined ? "" : ` (default: ${option.default})`;
    return tagged(formatFlags(name, option), `${option.description}${choices}${usual}`);
  });
}

/** A command: how it is called, what it does, its own options, its examples. */
async function verbLines({ name, summary, load }: ListedVerb): Promise<readonly string[]> {
  const { description = summary, args, options, examples } = (await load()).verb;
  const own = Object.entries(options).filter(([, { group }]) => group === undefined);
  const network = "policy" in options ? " This command also takes the network options." : "";
  return [
    macro("SS", [name, ...args.map(({ usage }) => usage)].join(" ")),
    filled(`${description}${network}`),
    ...optionLines(Object.fromEntries(own)),
    ".PP",
    ...example(examples.map((line) => `  ${line}`)),
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
  const now = await manPage();
  const isStale = !existsSync(PAGE) || readFileSync(PAGE, "utf8") !== now;
  if (process.argv.includes("--check")) {
    if (isStale)
      console.error(
        "packages/anyurl/man/anyurl.1 is out of date: run node --conditions=anyurl-source tools/scripts/man-page.ts",
      );
    process.exitCode = isStale ? 1 : 0;
  } else if (isStale) {
    mkdirSync(dirname(PAGE), { recursive: true });
    writeFileSync(PAGE, now);
    console.log("wrote packages/anyurl/man/anyurl.1");
  }
}
