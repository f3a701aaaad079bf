import { Option } from "commander";
import type { AddVerb } from "../common/access-verbs.ts";

/** Adds commands that only read texts and open no connection. `parse`, `explain` and others are added before these. */
export function addTextVerbs(verb: AddVerb): void {
  verb(
    "resolve",
    "Resolve a reference against a base URL.",
    RESOLVE,
    async () => (await import("./resolve.ts")).resolve,
  )
    .argument("<base>")
    .argument("<reference>")
    .addOption(profileOption());
  verb(
    "relative",
    "Print the shortest reference from a base URL to another.",
    RELATIVE,
    async () => (await import("./relative.ts")).relative,
  )
    .argument("<base>")
    .argument("<target>");
  verb(
    "extract",
    "Extract URLs from a file or from standard input.",
    EXTRACT,
    async () => (await import("./extract.ts")).extract,
  )
    .argument("[file]")
    .option("--jsonl", "print one JSON object per line")
    .option("--places", "print line and column before each URL")
    .option("--guess", "also find www.h.example, ftp.h.example, and joe@h.example")
    .option("--schemes <names>", "also find these schemes, separated by commas");
  verb(
    "schemes",
    "List the supported schemes and their operations.",
    SCHEMES,
    async () => (await import("../help/schemes.ts")).schemes,
  );
}

/** Returns the option that selects the grammar. */
export function profileOption(): Option {
  return new Option("--profile <rfc>", "grammar to use").choices(["rfc3986", "rfc1738"]).default("rfc3986");
}

const RESOLVE = `  anyurl resolve ftp://ftp.example/pub/poems/ ../readme.txt
  anyurl resolve http://h.example/a/b?q "?r"`;

const RELATIVE = `  anyurl relative ftp://ftp.example/pub/poems/tide.txt ftp://ftp.example/pub/readme.txt
  anyurl relative http://h.example/a/b http://h.example/a/c#top`;

const EXTRACT = `  anyurl extract mail.txt
  anyurl extract --jsonl --guess < mail.txt
  anyurl extract --places --schemes magnet,irc notes.txt`;

const SCHEMES = `  anyurl schemes
  anyurl schemes --json`;
