import type { Command } from "commander";
import type { Io } from "../../io.ts";
import { addNetworkOptions, addParallelOption, SPAN_HOSTS } from "./opening-options.ts";

/** Runs a command with its URL ("" if it has none). A number is the exit status. */
export type Verb = (text: string, options: any, io: Io) => Promise<unknown>;

/** Adds a command to the command line. */
export type AddVerb = (
  name: string,
  description: string,
  examples: string,
  load: () => Promise<Verb>,
) => Command;

const JSON_LINES = "print one JSON value per line as results arrive";
const FORCE = "overwrite without asking";

/** Adds the commands that read resources, except `get` and `ls`. */
export function addReadingVerbs(verb: AddVerb): void {
  addNetworkOptions(
    verb(
      "cat",
      "Concatenate resources to standard output.",
      CAT,
      async () => (await import("../read/cat.ts")).cat,
    ),
  )
    .argument("<url...>")
    .option("--raw", "write the bytes unchanged, even to a terminal")
    .option("--jsonl", JSON_LINES);
  addNetworkOptions(
    verb(
      "stat",
      "Show type, size, and date without downloading.",
      STAT,
      async () => (await import("../read/stat.ts")).stat,
    ),
  )
    .argument("<url...>")
    .option("--jsonl", JSON_LINES);
  addNetworkOptions(
    verb(
      "search",
      "Search a server and list the results.",
      SEARCH,
      async () => (await import("../read/search.ts")).search,
    ),
  )
    .argument("<url>")
    .argument("<words...>")
    .option("--jsonl", JSON_LINES);
}

/** Adds the commands that change resources. */
export function addWritingVerbs(verb: AddVerb): void {
  addNetworkOptions(
    verb(
      "put",
      'Upload a file (or "-" for standard input) to a URL.',
      PUT,
      async () => (await import("../write/put.ts")).put,
    ),
  )
    .argument("<file>")
    .argument("<url>")
    .option("-f, --force", FORCE);
  addNetworkOptions(
    verb(
      "append",
      'Append a file (or "-" for standard input) to a URL.',
      APPEND,
      async () => (await import("../write/append.ts")).append,
    ),
  )
    .argument("<file>")
    .argument("<url>");
  addParallelOption(
    addNetworkOptions(
      verb(
        "cp",
        'Copy between URLs, local files, and pipes ("-").',
        CP,
        async () => (await import("../write/cp.ts")).cp,
      ),
    ),
  )
    .argument("<from>")
    .argument("<to>")
    .option("-r, --recursive", "copy directories recursively")
    .option("--span-hosts", SPAN_HOSTS)
    .option("-f, --force", FORCE)
    .option("--jsonl", JSON_LINES);
  addNetworkOptions(
    verb("mv", "Rename or move a resource on the same server.", MV, async () => {
      return (await import("../write/mv.ts")).mv;
    }),
  )
    .argument("<from>")
    .argument("<to>")
    .option("-f, --force", FORCE);
  addNetworkOptions(
    verb("rm", "Remove files or empty directories.", RM, async () => {
      return (await import("../write/rm.ts")).rm;
    }),
  )
    .argument("<url...>")
    .option("--jsonl", JSON_LINES);
  addNetworkOptions(
    verb("mkdir", "Create directories.", MKDIR, async () => (await import("../write/mkdir.ts")).mkdir),
  )
    .argument("<url...>")
    .option("--jsonl", JSON_LINES);
}

const CAT = `  anyurl cat gopher://gopher.example/0/about.txt
  anyurl cat ftp://ftp.example/part1 ftp://ftp.example/part2 | sha256sum`;

const STAT = `  anyurl stat ftp://ftp.example/pub/readme.txt
  anyurl stat --json https://www.example/report.pdf`;

const SEARCH = `  anyurl search gopher://gopher.example/7/find blue whale
  anyurl search --jsonl wais://wais.example/poetry "west wind"`;

const PUT = `  anyurl put readme.txt ftp://alice@ftp.example/pub/
  tar c docs | anyurl put - ftp://alice@ftp.example/backup.tar
  anyurl put --force --option tls=required page.html ftp://alice@ftp.example/www/page.html`;

const APPEND = `  anyurl append today.log ftp://alice@ftp.example/logs/all.log
  date | anyurl append - ftp://alice@ftp.example/logs/dates.txt`;

const CP = `  anyurl cp gopher://gopher.example/0/about.txt ftp://alice@ftp.example/pub/
  anyurl cp ftp://ftp.example/pub/readme.txt .
  anyurl cp -r ftp://ftp.example/pub/poems/ poems
  anyurl cp -r site/ ftp://alice@ftp.example/www/`;

const MV = `  anyurl mv ftp://alice@ftp.example/draft.txt ftp://alice@ftp.example/pub/final.txt
  anyurl mv ftp://alice@ftp.example/draft.txt ftp://alice@ftp.example/pub/`;

const RM = `  anyurl rm ftp://alice@ftp.example/draft.txt
  anyurl rm ftp://alice@ftp.example/old/a.txt ftp://alice@ftp.example/old/`;

const MKDIR = `  anyurl mkdir ftp://alice@ftp.example/new/
  anyurl mkdir ftp://alice@ftp.example/a/ ftp://alice@ftp.example/a/b/`;
