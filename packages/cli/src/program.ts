import { createRequire } from "node:module";
import { type Argument, Command, Option } from "commander";
import { EXIT } from "./exit.ts";
import { usageErrorText } from "./usage-error.ts";
import { addReadingVerbs, addWritingVerbs, type Verb } from "./verbs/common/access-verbs.ts";
import {
  addNetworkOptions,
  addParallelOption,
  addSchemeOptions,
  parseByteRange,
  SPAN_HOSTS,
} from "./verbs/common/opening-options.ts";
import { addHelpVerbs } from "./verbs/help/help-verbs.ts";
import { addServingVerbs } from "./verbs/serve/serving-verbs.ts";
import { addTextVerbs, profileOption } from "./verbs/text/text-verbs.ts";

export interface ProgramInit {
  readonly columns: number | undefined;
  /** Where help and usage errors go: the caller prints them. */
  readonly printed: { out: string; err: string };
  run(verb: Verb, text: string, options: object, name: string): Promise<void>;
}

/**
 * Creates the command line: commands, options, help. Each command is loaded when it is used.
 *
 * @param asked the first argument. If it is a command, no other command is created, because creating all of them takes
 *   longer than most commands run.
 */
export function createProgram(init: ProgramInit, asked?: string): Command {
  if (asked === undefined) return buildProgram(init);
  const program = buildProgram(init, asked);
  return program.commands.length > 0 ? program : buildProgram(init);
}

/** A command that ignores its definition. */
class UnusedCommand extends Command {
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

function buildProgram({ columns, printed, run }: ProgramInit, asked?: string): Command {
  const passedOver = new UnusedCommand();
  const program = new Command("anyurl")
    .description("Parse, explain, and open URLs of any scheme.")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .usage("<command> [options] <url>")
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
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(formatArgument)].join(" "),
    })
    .addHelpText("after", () => `\n${EXAMPLES}\n\n${formatExitStatuses()}\n`);

  if (asked === undefined) {
    program
      .version(readVersion(), "-V, --version", "print the version")
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
      .option("-q, --quiet", "hide warnings and progress")
      .option("--no-color", "disable color, as NO_COLOR does")
      .option("--config <file>", CONFIG)
      .addHelpText("after", `\nExamples:\n${examples}`)
      .action(async (...given: readonly unknown[]) => {
        // The arguments, then the options, then the command itself.
        const command = given.at(-1) as Command;
        const [text = "", ...more] = urlFirst(given.slice(0, -2), command.registeredArguments);
        const options = given.at(-2) as { readonly jsonl?: boolean };
        // Options before the command count as well as options after it.
        const asked = { ...program.opts<object>(), ...options, ...(more.length > 0 && { more }) };
        if (options.jsonl !== true) return run(await load(), text, asked, name);
        const { withJsonErrors } = await import("./verbs/common/json-lines.ts");
        await run(withJsonErrors(await load()), text, { ...asked, json: true }, name);
      });
  };

  verb(
    "parse",
    "Show the components of a URL and its scheme-specific parts.",
    PARSE,
    async () => (await import("./verbs/text/parse.ts")).parse,
  ).argument("<url>");
  verb(
    "explain",
    "Draw a URL, and explain each part with its rule.",
    EXPLAIN,
    async () => (await import("./verbs/text/explain.ts")).explain,
  )
    .argument("<url>")
    .option("--html", "print an HTML fragment");
  verb(
    "check",
    "Check a URL against RFC 3986 and RFC 1738.",
    CHECK,
    async () => (await import("./verbs/text/check.ts")).check,
  )
    .argument("<url>")
    .addOption(profileOption());
  verb(
    "norm",
    "Print the normal form of a URL.",
    NORM,
    async () => (await import("./verbs/text/norm.ts")).norm,
  )
    .argument("<url>")
    .addOption(profileOption());
  verb(
    "same",
    "Compare two URLs and explain the result.",
    SAME,
    async () => (await import("./verbs/text/same.ts")).same,
  )
    .argument("<a>")
    .argument("<b>")
    .addOption(
      new Option("--level <level>", "comparison level")
        .choices(["string", "syntax", "scheme"])
        .default("scheme"),
    )
    .addOption(profileOption());
  verb(
    "build",
    "Build a URL from its fields.",
    BUILD,
    async () => (await import("./verbs/text/build.ts")).build,
  )
    .argument("<scheme>")
    .argument("[fields...]", "FIELD=VALUE, FIELD[]=VALUE for a list item, or FIELD:=JSON")
    .addOption(profileOption());
  addTextVerbs(verb);
  addServingVerbs(verb);
  addHelpVerbs(verb, (printed, columns) => createProgram({ columns, printed, run: async () => {} }));
  addSchemeOptions(
    verb(
      "plan",
      "Show what opening a URL would send, without sending it.",
      PLAN,
      async () => (await import("./verbs/text/plan.ts")).plan,
    ),
  )
    .argument("<url>")
    .option("--operation <name>", "operation to plan, for example get or list (default: depends on the URL)");
  addParallelOption(
    addNetworkOptions(
      verb(
        "get",
        "Download a file, or list a directory or menu.",
        GET,
        async () => (await import("./verbs/read/get.ts")).get,
      ),
    ),
  )
    .argument("<url>")
    .option("-o, --output <file>", 'write to FILE or into a directory ("-" for standard output)')
    .option("-O, --remote-name", "save under the file name in the URL")
    .option("-r, --recursive", "download a directory tree into the directory given by -o")
    .option("--span-hosts", SPAN_HOSTS)
    .option("-g, --no-glob", NO_GLOB)
    .option("-f, --force", "overwrite an existing file")
    .option("--raw", "write the bytes unchanged, even to a terminal; do not format a directory")
    .option("--resume", "resume a partial download; keep it if interrupted")
    .option("--integrity <hash>", "verify the download against this hash (sha256-BASE64)")
    .option("--range <first-last>", "download only these bytes: 0-499, or 500- for the rest", parseByteRange);
  addNetworkOptions(
    verb(
      "ls",
      "List the entries of a directory or menu.",
      LS,
      async () => (await import("./verbs/read/ls.ts")).ls,
    ),
  )
    .argument("<url>")
    .option("-r, --recursive", "list subdirectories recursively")
    .option("--span-hosts", SPAN_HOSTS)
    .option("-g, --no-glob", NO_GLOB)
    .option("--jsonl", "print one JSON object per line as entries arrive");
  addReadingVerbs(verb);
  addWritingVerbs(verb);
  addNetworkOptions(
    verb(
      "send",
      "Send a mailto: message, or print it without --smtp.",
      SEND,
      async () => (await import("./verbs/write/send.ts")).send,
    ),
  )
    .argument("<url>")
    .option("--smtp <host[:port]>", "mail server to send through")
    .addOption(
      new Option("--tls <how>", "TLS mode (default: implicit on port 465, otherwise required)").choices([
        ...["implicit", "required", "preferred", "none"],
      ]),
    )
    .option("--from <address>", "sender address")
    .option("--user <name>", "user name for the login (password: ANYURL_PASSWORD, netrc file, or prompt)")
    .option("--yes", "send without confirmation")
    .option("--partial", "send even if the server rejects some recipients");
  addNetworkOptions(
    verb(
      "open",
      "Open an interactive session, for example with telnet:. At a terminal, the server can control the screen; --safe prevents it.",
      OPEN,
      async () => (await import("./verbs/read/open.ts")).open,
    ).summary("Open an interactive session, for example with telnet:."),
  )
    .argument("<url>")
    .option(
      "--escape <key>",
      'key that opens the command prompt: a character, ^X for Ctrl-X, or "none"',
      "^]",
    )
    .option("--safe", "show escape sequences of the server as text (default: the terminal runs them)")
    .option(
      "--terminal-type <name>",
      'terminal type to send to the server, for example "$TERM" (default: none)',
    )
    .option("--binary", "request binary mode in both directions");
  verb(
    "demo",
    "Show URLs of ten schemes in action, on built-in servers.",
    DEMO,
    async () => (await import("./verbs/serve/demo.ts")).demo,
  );
  return program;
}

/** Moves the URL to the front of the arguments: error messages refer to it. */
function urlFirst(given: readonly unknown[], declared: readonly Argument[]): readonly string[] {
  const at = Math.max(
    0,
    declared.findIndex((each) => each.name() === "url"),
  );
  return [given[at], ...given.slice(0, at), ...given.slice(at + 1)]
    .flat()
    .filter((each): each is string => typeof each === "string");
}

function formatArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function readVersion(): string {
  // By the name of the package: the bundled command is in another directory than this file.
  const manifest: unknown = createRequire(import.meta.url)("@anyurl/cli/package.json");
  return (manifest as { readonly version: string }).version;
}

function formatExitStatuses(): string {
  return `Exit status:\n${EXIT.map(([status, meaning]) => `  ${String(status).padStart(3)}  ${meaning}`).join("\n")}`;
}

const CONFIG = 'config file, or a directory with a config file ("" for none)';

const NO_GLOB = 'do not expand "*" in the last segment (%2A is always a literal star)';

const EXAMPLES = `Examples:
  anyurl explain "gopher://gopher.example/7/search%09blue%20whale"
  anyurl plan "ftp://ftp.example/%2Fetc/motd;type=a"
  anyurl get -o readme.txt ftp://ftp.example/pub/readme.txt
  anyurl ls ftp://ftp.example/pub/
  anyurl cp ftp://ftp.example/pub/readme.txt .
  anyurl demo

Environment:
  ANYURL_CONFIG    config file, or a directory with a config file, like --config
  ANYURL_PASSWORD  password for the user in the URL
  NETRC            file that --netrc reads (default: ~/.netrc)
  NNTPSERVER       news servers for URLs without a server, separated by commas
  ftp_proxy, gopher_proxy, all_proxy, no_proxy  proxies, and hosts that bypass them
  NO_COLOR         disable color`;

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
