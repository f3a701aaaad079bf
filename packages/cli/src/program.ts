import { createRequire } from "node:module";
import { type Argument, Command, Option } from "commander";
import { EXIT } from "./exit.ts";
import { usageErrorText } from "./usage-error.ts";
import { addReadingVerbs, addWritingVerbs, type Verb } from "./verbs/access-verbs.ts";
import { addHelpVerbs } from "./verbs/help-verbs.ts";
import {
  range,
  SPAN_HOSTS,
  withOpeningOptions,
  withParallel,
  withSchemeOptions,
} from "./verbs/opening-options.ts";
import { addServingVerbs } from "./verbs/serving-verbs.ts";
import { addTextVerbs, profileOption } from "./verbs/text-verbs.ts";

export interface ProgramInit {
  readonly columns: number | undefined;
  /** Where help and usage errors go: the caller prints them. */
  readonly printed: { out: string; err: string };
  run(verb: Verb, text: string, options: object, name: string): Promise<void>;
}

/**
 * The command line: verbs, options, help. Each verb is loaded when it is asked for.
 *
 * @param asked the first argument. If it is a verb, no other one is made, for making all of them takes longer than most
 *   of what they do.
 */
export function createProgram(init: ProgramInit, asked?: string): Command {
  if (asked === undefined) return programOf(init);
  const program = programOf(init, asked);
  return program.commands.length > 0 ? program : programOf(init);
}

/** Takes what a verb's definition says, and keeps nothing of it. */
class PassedOver extends Command {
  override option(): this {
    return this;
  }
  override addOption(): this {
    return this;
  }
  override argument(): this {
    return this;
  }
}

function programOf({ columns, printed, run }: ProgramInit, asked?: string): Command {
  const passedOver = new PassedOver();
  const program = new Command("anyurl")
    .description("Read, explain, plan and open URLs of any scheme.")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .usage("<verb> [options] <url>")
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
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(termOf)].join(" "),
    })
    .addHelpText("after", () => `\n${EXAMPLES}\n\n${exitText()}\n`);

  if (asked === undefined) {
    program
      .version(versionOf(), "-V, --version", "print the version")
      .enablePositionalOptions()
      .option("--config <file>", CONFIG);
  }

  const verb = (name: string, description: string, examples: string, load: () => Promise<Verb>): Command => {
    if (asked !== undefined && name !== asked) return passedOver;
    return program
      .command(name)
      .description(description)
      .helpOption("-h, --help", "print this help")
      .option("--json", "print JSON")
      .option("-q, --quiet", "no warnings, no progress")
      .option("--no-color", "no colours, as with NO_COLOR")
      .option("--config <file>", CONFIG)
      .addHelpText("after", `\nExamples:\n${examples}`)
      .action(async (...given: readonly unknown[]) => {
        // The arguments, then the options, then the command itself.
        const command = given.at(-1) as Command;
        const [text = "", ...more] = urlFirst(given.slice(0, -2), command.registeredArguments);
        const options = given.at(-2) as { readonly jsonl?: boolean };
        // In front of the verb is as good as behind it.
        const asked = { ...program.opts<object>(), ...options, ...(more.length > 0 && { more }) };
        if (options.jsonl !== true) return run(await load(), text, asked, name);
        const { inJsonLines } = await import("./verbs/json-lines.ts");
        await run(inJsonLines(await load()), text, { ...asked, json: true }, name);
      });
  };

  verb(
    "parse",
    "Show the components of a URL and what its scheme makes of them.",
    PARSE,
    async () => (await import("./verbs/parse.ts")).parse,
  ).argument("<url>");
  verb(
    "explain",
    "Draw a URL part by part, with what each part means and the rule for it.",
    EXPLAIN,
    async () => (await import("./verbs/explain.ts")).explain,
  )
    .argument("<url>")
    .option("--html", "print a fragment of HTML");
  verb(
    "check",
    "Say what RFC 3986 and RFC 1738 make of a text, with every problem.",
    CHECK,
    async () => (await import("./verbs/check.ts")).check,
  )
    .argument("<url>")
    .addOption(profileOption());
  verb("norm", "Print the normal form of a URL.", NORM, async () => (await import("./verbs/norm.ts")).norm)
    .argument("<url>")
    .addOption(profileOption());
  verb(
    "same",
    "Tell whether two URLs are the same, and by which rules.",
    SAME,
    async () => (await import("./verbs/same.ts")).same,
  )
    .argument("<a>")
    .argument("<b>")
    .addOption(
      new Option("--level <level>", "how far").choices(["string", "syntax", "scheme"]).default("scheme"),
    )
    .addOption(profileOption());
  verb(
    "build",
    "Write a URL of its fields, each escaped for its place.",
    BUILD,
    async () => (await import("./verbs/build.ts")).build,
  )
    .argument("<scheme>")
    .argument("[fields...]", "FIELD=VALUE, FIELD[]=VALUE for one of several, FIELD:=JSON")
    .addOption(profileOption());
  addTextVerbs(verb);
  addServingVerbs(verb);
  addHelpVerbs(verb);
  withSchemeOptions(
    verb(
      "plan",
      "Show what opening a URL would send. Nothing is sent.",
      PLAN,
      async () => (await import("./verbs/plan.ts")).plan,
    ),
  )
    .argument("<url>")
    .option("--operation <name>", "what to plan: get, list, … (default: what opening does)");
  withParallel(
    withOpeningOptions(
      verb(
        "get",
        "Fetch what a URL names; a directory or menu is listed.",
        GET,
        async () => (await import("./verbs/get.ts")).get,
      ),
    ),
  )
    .argument("<url>")
    .option(
      "-o, --output <file>",
      "write the octets to a file, which appears when it is complete, or into a directory; - is a pipe",
    )
    .option("-O, --remote-name", "write them here, to a file that is called as the URL has it")
    .option("-r, --recursive", "fetch all that is below a directory, into the directory that -o names")
    .option("--span-hosts", SPAN_HOSTS)
    .option("-g, --no-glob", NO_GLOB)
    .option("-f, --force", "replace the file if there is one")
    .option("--raw", "write octets as they are, to a terminal too, and of a directory what the server sends")
    .option("--resume", "go on with what an earlier run has left, and leave it for a later one")
    .option("--integrity <hash>", "what it must be: sha256-… (base64), checked before the file has its name")
    .option(
      "--range <first-last>",
      "these octets only, counted from 0: 0-499, or 500- for all behind",
      range,
    );
  withOpeningOptions(
    verb(
      "ls",
      "List the entries of a directory or menu.",
      LS,
      async () => (await import("./verbs/ls.ts")).ls,
    ),
  )
    .argument("<url>")
    .option("-r, --recursive", "all that is below, too")
    .option("--span-hosts", SPAN_HOSTS)
    .option("-g, --no-glob", NO_GLOB)
    .option("--jsonl", "print JSON, one entry a line, as it comes");
  addReadingVerbs(verb);
  addWritingVerbs(verb);
  withOpeningOptions(
    verb(
      "send",
      "Send the message that a mailto URL drafts, after showing it; without --smtp, print it.",
      SEND,
      async () => (await import("./verbs/send.ts")).send,
    ),
  )
    .argument("<url>")
    .option("--smtp <host[:port]>", "the mail server to hand it to")
    .addOption(
      new Option("--tls <how>", "TLS (default: implicit at port 465, else required)").choices([
        ...["implicit", "required", "preferred", "none"],
      ]),
    )
    .option("--from <address>", "who sends it")
    .option("--user <name>", "log in as; the password is ANYURL_PASSWORD, or of the netrc file, or asked for")
    .option("--yes", "send it without being asked")
    .option("--partial", "send it to some, where the server refuses others");
  withOpeningOptions(
    verb(
      "open",
      "Hold a session with what a URL names, as telnet: does. At a terminal the server may draw on it.",
      OPEN,
      async () => (await import("./verbs/open.ts")).open,
    ),
  )
    .argument("<url>")
    .option("--escape <key>", "the key that brings a prompt: a character, ^X for Ctrl-X, or none", "^]")
    .option("--safe", "show escape sequences of the server, instead of letting them act on the terminal")
    .option("--terminal-type <name>", 'tell the server this name of the terminal, as "$TERM" (default: none)')
    .option("--binary", "ask for octets as they are, both ways");
  verb(
    "demo",
    "Open URLs on servers that run inside of this very process.",
    DEMO,
    async () => (await import("./verbs/demo.ts")).demo,
  );
  return program;
}

/** What a failure is about stands first: the URL, wherever it stands among the arguments. */
function urlFirst(given: readonly unknown[], declared: readonly Argument[]): readonly string[] {
  const at = Math.max(
    0,
    declared.findIndex((each) => each.name() === "url"),
  );
  return [given[at], ...given.slice(0, at), ...given.slice(at + 1)]
    .flat()
    .filter((each): each is string => typeof each === "string");
}

function termOf(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function versionOf(): string {
  // By the package's own name: the command that users run lies somewhere else in it than this file.
  const manifest: unknown = createRequire(import.meta.url)("@anyurl/cli/package.json");
  return (manifest as { readonly version: string }).version;
}

function exitText(): string {
  return `Exit status:\n${EXIT.map(([status, meaning]) => `  ${String(status).padStart(3)}  ${meaning}`).join("\n")}`;
}

const CONFIG = 'settings and plugins: a file, or a directory that has one; "" for none';

const NO_GLOB = 'take "*" in the last segment as it is, and not for names that fit (%2A always is a star)';

const EXAMPLES = `Examples:
  anyurl explain "gopher://gopher.example/7/search%09blue%20whale"
  anyurl plan "ftp://ftp.example/%2Fetc/motd;type=a"
  anyurl get -o readme.txt ftp://ftp.example/pub/readme.txt
  anyurl ls ftp://ftp.example/pub/
  anyurl cp ftp://ftp.example/pub/readme.txt .
  anyurl demo

Environment:
  ANYURL_CONFIG    a config file, or a directory that has one, as --config
  ANYURL_PASSWORD  the password for the user that the URL names
  NETRC            the file that --netrc reads, in the place of ~/.netrc
  NNTPSERVER       news servers for URLs that name none, with commas between them
  ftp_proxy, gopher_proxy, all_proxy, no_proxy  proxies, and hosts that are reached without
  NO_COLOR         no colours`;

const PARSE = `  anyurl parse "ftp://ftp.example/pub/a%2Fb.txt;type=i"
  anyurl parse --json gopher://gopher.example/0/about.txt`;

const EXPLAIN = `  anyurl explain "ftp://alice@ftp.example/%2Fetc/motd;type=a"
  anyurl explain "gopher://gopher.example/7/search%09blue%20whale"
  anyurl explain --html ftp://ftp.example/pub/ > url.html`;

const CHECK = `  anyurl check "http://h.example/~joe#top"
  anyurl check --profile rfc1738 ftp://ftp.example/pub/`;

const NORM = `  anyurl norm "HTTP://H.example:/%7Ejoe"
  anyurl norm --profile rfc1738 ftp://ftp.example/a%21b`;

const SAME = `  anyurl same "ftp://ftp.example/%7Ejoe" ftp://ftp.example/~joe
  anyurl same --level syntax ftp://ftp.example:21/ ftp://ftp.example/`;

const BUILD = `  anyurl build ftp host=ftp.example cwds[]=pub "name=read me.txt" typecode=a
  anyurl build gopher host=gopher.example gophertype=7 selector=/find "search=blue whale"`;

const PLAN = `  anyurl plan "ftp://ftp.example/pub/readme.txt;type=a"
  anyurl plan --operation list ftp://ftp.example/pub/
  anyurl plan --option path=full-path ftp://ftp.example/pub/readme.txt`;

const GET = `  anyurl get gopher://gopher.example/0/about.txt
  anyurl get -o sea.gif gopher://gopher.example/g/sea.gif
  anyurl get -o disk.img --retry 5 ftp://ftp.example/pub/disk.img
  anyurl get -O ftp://ftp.example/pub/readme.txt
  anyurl get -o poems/ "ftp://ftp.example/pub/poems/*.txt"
  anyurl get --recursive -o poems ftp://ftp.example/pub/poems/
  anyurl get --json --max-time 10 ftp://ftp.example/pub/readme.txt`;

const LS = `  anyurl ls gopher://gopher.example/
  anyurl ls "ftp://ftp.example/pub/*.txt"
  anyurl ls --jsonl --recursive ftp://ftp.example/pub/`;

const SEND = `  anyurl send "mailto:joe@h.example?subject=hello"
  anyurl send --smtp mail.h.example --user me --from me@h.example "mailto:joe@h.example?subject=hello"`;

const OPEN = `  anyurl open telnet://library.example/
  anyurl open --escape ^A --terminal-type "$TERM" telnet://guest@library.example:2300/
  anyurl open --safe telnet://library.example/`;

const DEMO = `  anyurl demo
  anyurl demo --json`;
