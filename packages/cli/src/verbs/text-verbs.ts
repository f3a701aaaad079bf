import { Option } from "commander";
import type { AddVerb } from "./access-verbs.ts";

/** The verbs that are about texts, and open nothing. `parse`, `explain` and others are the first of them. */
export function addTextVerbs(verb: AddVerb): void {
  verb(
    "resolve",
    "Print the target of a reference, seen from a base URL.",
    RESOLVE,
    async () => (await import("./resolve.ts")).resolve,
  )
    .argument("<base>")
    .argument("<reference>")
    .addOption(profileOption());
  verb(
    "relative",
    "Print the shortest reference that leads from a base URL to another.",
    RELATIVE,
    async () => (await import("./relative.ts")).relative,
  )
    .argument("<base>")
    .argument("<target>");
  verb(
    "extract",
    "Find the URLs in a text: a file, or standard input.",
    EXTRACT,
    async () => (await import("./extract.ts")).extract,
  )
    .argument("[file]")
    .option("--jsonl", "print JSON, one value a line, as it is found")
    .option("--places", "line and column in front of each")
    .option("--guess", "find www.h.example, ftp.h.example and joe@h.example, too")
    .option("--schemes <names>", "find these as well, with commas between: schemes that are not known here");
  verb(
    "schemes",
    "List the schemes whose URLs are read here, and what can be done with them.",
    SCHEMES,
    async () => (await import("./schemes.ts")).schemes,
  );
}

/** By which rules. */
export function profileOption(): Option {
  return new Option("--profile <rfc>", "by which rules").choices(["rfc3986", "rfc1738"]).default("rfc3986");
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
