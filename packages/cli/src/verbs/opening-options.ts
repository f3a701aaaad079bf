import type { ByteRange } from "anyurl";
import { type Command, InvalidArgumentError } from "commander";
import { withCredentialOptions } from "../credentials/options.ts";
import { type GivenLimit, LIMIT_NAMES, readLimit } from "../limits.ts";
import { PARALLEL } from "../pooled.ts";
import { type GivenOption, readOption, SCHEME_OPTION } from "./scheme-options.ts";

/** Adds what every verb has that opens a URL. */
export function withOpeningOptions(verb: Command): Command {
  return withSchemeOptions(withCredentialOptions(verb))
    .option("--retry <times>", "try again what fails for a while; go on where a connection broke", times)
    .option("--max-time <seconds>", "give up after this time", seconds)
    .option("--connect-timeout <seconds>", "give up a connection that is not there by then (10)", seconds)
    .option("--reply-timeout <seconds>", "give up a reply that is not whole by then (30)", seconds)
    .option("--idle-timeout <seconds>", "give up a transfer that pauses for so long (30)", seconds)
    .option(
      "--limit <name=value>",
      "a limit of the library, in octets or milliseconds: maxEntries=1000",
      limit,
    )
    .option("--any-port", "go to the URL's port even if it belongs to another protocol")
    .option("--policy <file>", "what may be reached: JSON with the members of the library's PolicyOptions")
    .option("--proxy <url>", 'go by this proxy, as socks5://proxy.example; "" for none')
    .option(
      "--insecure",
      "speak TLS with whoever answers. Certificates prove nothing then: anybody in between can read and change " +
        "everything, and hears the passwords",
    )
    .option("--transcript", "print on standard error what was said and heard, without passwords")
    .option("-v, --verbose", "say on standard error what has been done");
}

/** Adds the options of schemes. */
export function withSchemeOptions(verb: Command): Command {
  return verb.option(
    `${SCHEME_OPTION} <name=value>`,
    "an option of the scheme, as tls=required; ftp.tls=required where there are two; several times for a list",
    schemeOption,
  );
}

function seconds(text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new InvalidArgumentError("It is a number of seconds, as 10 or 0.5.");
  return value;
}

function times(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("It is a number of times, as 3.");
  return Number(text);
}

/** Adds how many files are had at once. */
export function withParallel(verb: Command): Command {
  return verb.option("--parallel <files>", "of a directory, so many files at once", files, PARALLEL);
}

function files(text: string): number {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MOST) throw new InvalidArgumentError(`It is a number from 1 to ${MOST}.`);
  return value;
}

/** More than these no server likes. */
const MOST = 32;

export function range(text: string): ByteRange {
  const [, first = "", last = ""] = /^(\d{1,15})-(\d{0,15})$/.exec(text) ?? [];
  const start = Number(first);
  const end = last === "" ? undefined : Number(last) + 1;
  if (first === "" || (end !== undefined && end <= start))
    throw new InvalidArgumentError("It is two numbers of octets, as 0-499, or one, as 500-.");
  return end === undefined ? { start } : { start, end };
}

function limit(text: string, before: readonly GivenLimit[] = []): readonly GivenLimit[] {
  const given = readLimit(text);
  if (given === undefined)
    throw new InvalidArgumentError(`It is NAME=NUMBER, the name being one of: ${LIMIT_NAMES.join(", ")}.`);
  return [...before, given];
}

function schemeOption(text: string, before: readonly GivenOption[] = []): readonly GivenOption[] {
  const option = readOption(text);
  if (option === undefined)
    throw new InvalidArgumentError("It is NAME=VALUE, as tls=required, or SCHEME.NAME=VALUE.");
  return [...before, option];
}

export const SPAN_HOSTS = "with -r, also go to other schemes, hosts, and ports that the entries name";
