import type { ByteRange } from "anyurl";
import { type Command, InvalidArgumentError } from "commander";
import { addCredentialOptions } from "../../credentials/options.ts";
import { type GivenLimit, LIMIT_NAMES, parseLimit } from "../../limits.ts";
import { DEFAULT_PARALLEL } from "../../map-concurrently.ts";
import { type GivenOption, parseSchemeOption, SCHEME_OPTION } from "./scheme-options.ts";

/** Adds the options of every command that opens a URL. */
export function addNetworkOptions(verb: Command): Command {
  return addSchemeOptions(addCredentialOptions(verb))
    .option("--retry <times>", "retry temporary failures up to N times; resume broken transfers", parseTimes)
    .option("--max-time <seconds>", "time limit of each call in seconds, including retries", parseSeconds)
    .option("--connect-timeout <seconds>", "connection timeout in seconds (default: 10)", parseSeconds)
    .option("--reply-timeout <seconds>", "reply timeout in seconds (default: 30)", parseSeconds)
    .option("--idle-timeout <seconds>", "idle timeout in seconds (default: 30)", parseSeconds)
    .option(
      "--limit <name=value>",
      "set a limit by name, in bytes, milliseconds, or items: maxEntries=1000",
      limit,
    )
    .option("--any-port", "connect even if the URL's port belongs to another protocol")
    .option("--policy <file>", "JSON file with the access policy (the fields of PolicyOptions)")
    .option("--proxy <url>", 'use this proxy, for example socks5://proxy.example ("" for none)')
    .option(
      "--insecure",
      "do not verify TLS certificates. An attacker on the network path can read and change everything, including passwords",
    )
    .option("--transcript", "log the protocol exchange to standard error, without passwords")
    .option("-v, --verbose", "report what was done on standard error");
}

/** Adds the options of schemes. */
export function addSchemeOptions(verb: Command): Command {
  return verb.option(
    `${SCHEME_OPTION} <name=value>`,
    "scheme option, for example tls=required, or ftp.tls=required with two schemes (repeat for a list)",
    schemeOption,
  );
}

function parseSeconds(text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new InvalidArgumentError("Expected a number of seconds, for example 10 or 0.5.");
  return value;
}

function parseTimes(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("Expected a whole number from 0 to 999.");
  return Number(text);
}

/** Adds the option for the number of parallel transfers. */
export function addParallelOption(verb: Command): Command {
  return verb.option("--parallel <files>", "number of parallel transfers", parseFileCount, DEFAULT_PARALLEL);
}

function parseFileCount(text: string): number {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > MAX_PARALLEL)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_PARALLEL}.`);
  return value;
}

/** Most servers limit connections per client. */
const MAX_PARALLEL = 32;

export function parseByteRange(text: string): ByteRange {
  const [, first = "", last = ""] = /^(\d{1,15})-(\d{0,15})$/.exec(text) ?? [];
  const start = Number(first);
  const end = last === "" ? undefined : Number(last) + 1;
  if (first === "" || (end !== undefined && end <= start))
    throw new InvalidArgumentError("Expected a byte range, for example 0-499 or 500-.");
  return end === undefined ? { start } : { start, end };
}

function limit(text: string, before: readonly GivenLimit[] = []): readonly GivenLimit[] {
  const given = parseLimit(text);
  if (given === undefined)
    throw new InvalidArgumentError(`Expected NAME=NUMBER. NAME is one of: ${LIMIT_NAMES.join(", ")}.`);
  return [...before, given];
}

function schemeOption(text: string, before: readonly GivenOption[] = []): readonly GivenOption[] {
  const option = parseSchemeOption(text);
  if (option === undefined)
    throw new InvalidArgumentError("Expected NAME=VALUE or SCHEME.NAME=VALUE, for example tls=required.");
  return [...before, option];
}

export const SPAN_HOSTS = "with -r, follow entries to other schemes, hosts, and ports";
