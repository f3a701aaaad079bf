import { isAccessError } from "@anyurl/core";
import type { ByteRange } from "anyurl";
import { InvalidArgumentError } from "commander";
import { type GivenLimit, LIMIT_NAMES, parseLimit } from "../../limits.ts";
import { defineOptions, type Options, type OptionValues } from "../verb.ts";
import { type GivenOption, parseSchemeOption } from "./scheme-options.ts";

/** The option for options of schemes. */
export const SCHEME_OPTIONS = {
  option: {
    value: "<name=value>",
    description:
      "scheme option, for example tls=required, or ftp.tls=required with two schemes (repeat for a list)",
    parse: parseGivenOption,
    completes: ["scheme-option"],
  },
} as const satisfies Options;

/** The options of every command that opens a URL. */
export const NETWORK_OPTIONS = defineOptions("Network options", {
  user: {
    short: "u",
    value: "<user[:password]>",
    description: "log in as this user; other users can see a password here: without one, you are asked",
    parse: parseUser,
  },
  netrc: { description: "read credentials from $NETRC or ~/.netrc" },
  netrcFile: {
    value: "<file>",
    description: "read credentials from this file (only you may be able to read it)",
    completes: ["file"],
  },
  ...SCHEME_OPTIONS,
  retry: {
    value: "<times>",
    description: "retry temporary failures up to N times; resume broken transfers",
    parse: parseTimes,
  },
  maxTime: {
    value: "<seconds>",
    description: "time limit of each call in seconds, including retries",
    parse: parseSeconds,
  },
  connectTimeout: {
    value: "<seconds>",
    description: "connection timeout in seconds (default: 10)",
    parse: parseSeconds,
  },
  replyTimeout: {
    value: "<seconds>",
    description: "reply timeout in seconds (default: 30)",
    parse: parseSeconds,
  },
  idleTimeout: {
    value: "<seconds>",
    description: "idle timeout in seconds (default: 30)",
    parse: parseSeconds,
  },
  limit: {
    value: "<name=value>",
    description:
      "set a limit by name, in bytes, milliseconds, or items, or with a unit: maxEntries=1000, maxBytes=1GiB",
    parse: parseGivenLimit,
    suggestions: LIMIT_NAMES.map((name) => `${name}=`),
  },
  anyPort: { description: "connect even if the URL's port belongs to another protocol" },
  policy: {
    value: "<file>",
    description: "JSON file with the access policy (the fields of PolicyOptions)",
    completes: ["file"],
  },
  proxy: {
    value: "<url>",
    description: 'use this proxy, for example socks5://proxy.example ("" for none)',
    suggestions: ["http://", "https://", "socks5://", "socks5h://"],
  },
  proxytunnel: {
    description: "let HTTP proxies open a tunnel (CONNECT) for every connection, not only for TLS",
  },
  limitRate: {
    value: "<bytes>",
    description: "maximum bytes per second of all connections together: 200000, 200k, or 1.5MiB",
    parse: parseRate,
  },
  cacert: {
    value: "<file>",
    description: "trust the certificate authorities in this file (PEM) instead of those of the system",
    completes: ["file"],
  },
  insecure: {
    short: "k",
    description:
      "do not verify TLS certificates. An attacker on the network path can read and change everything, including passwords",
  },
  transcript: { description: "log the protocol exchange to standard error, without passwords" },
  verbose: { short: "v", description: "report what was done on standard error" },
});

export type NetworkOptions = OptionValues<typeof NETWORK_OPTIONS>;

const MAX_URLS_OPTIONS = {
  maxUrls: {
    value: "<number>",
    description: "maximum number of URLs that lists and ranges can stand for (default: 100000)",
    parse: (text: string) => parseCount(text, MAX_URL_COUNT),
  },
} as const satisfies Options;

/** The options of the commands that list directories. */
export const GLOB_OPTIONS = {
  glob: {
    short: "g",
    negated: true,
    description:
      'do not expand "*", lists in braces, and ranges such as [1-9] (%2A is always a literal star)',
  },
  ...MAX_URLS_OPTIONS,
} as const satisfies Options;

/** The option of the commands that take several URLs, as curl has it. */
export const EXPAND_OPTIONS = {
  glob: {
    short: "g",
    negated: true,
    description: "do not expand lists in braces and ranges such as [1-9] in URLs",
  },
  ...MAX_URLS_OPTIONS,
} as const satisfies Options;

/** The option of the commands that read trees. */
export const TREE_OPTIONS = {
  spanHosts: { description: "in trees, follow entries to other schemes, hosts, and ports" },
} as const satisfies Options;

/** The options of the commands that copy trees: those of `copyTree`, which this file does not load. */
export const COPY_TREE_OPTIONS = {
  names: {
    value: "<how>",
    description: "in trees, names that the target cannot have: percent-encode, skip the file, or fail",
    choices: ["escape", "skip", "strict"],
    default: "escape",
  },
  links: {
    value: "<how>",
    description: "in trees, symbolic links: copy them as links, copy what they lead to, or skip them",
    choices: ["copy", "follow", "skip"],
    default: "follow",
  },
  failFast: { description: "in trees, end with the first error" },
} as const satisfies Options;

/** The option of the commands that copy trees of messages. */
export const ARCHIVE_OPTIONS = {
  archive: {
    value: "<format>",
    description: "in trees, add the messages of a tree to a Maildir, or to an mbox file",
    choices: ["maildir", "mbox"],
  },
} as const satisfies Options;

/** The options of the commands that copy trees to URLs. */
export const TREE_TARGET_OPTIONS = {
  times: {
    negated: true,
    description: "in trees, give files the time of the copy, instead of their own modification times",
  },
  recheck: {
    negated: true,
    description: "in trees, do not look for files that change while they are copied",
  },
} as const satisfies Options;

/** The option of the commands that transfer several files. */
export const PARALLEL_OPTIONS = {
  parallel: {
    value: "<files>",
    description: "number of parallel transfers",
    parse: (text: string) => parseCount(text, MAX_PARALLEL),
    default: 4,
  },
} as const satisfies Options;

/** The option of the commands that print several results. */
export const JSONL_OPTIONS = {
  jsonl: { description: "print one JSON value per line as results arrive" },
} as const satisfies Options;

/** The option of the commands that transfer one resource, as curl has it. */
export const WRITE_OUT_OPTIONS = {
  writeOut: {
    short: "w",
    value: "<format>",
    description: 'print this format, or the one in "@FILE", after each transfer, with the variables of curl',
    suggestions: ["%{http_code}\\n", "%{json}\\n", "@"],
  },
} as const satisfies Options;

/** The option of the commands that can overwrite something. */
export const FORCE_OPTIONS = {
  force: { short: "f", description: "overwrite without asking" },
} as const satisfies Options;

/** The options of the commands that can continue a file of an earlier run. */
export const RESUME_OPTIONS = {
  resume: {
    description: "resume a partial download even if the server does not tell the version of the file",
  },
  noResume: { description: "do not resume a partial download, and keep nothing of an interrupted one" },
} as const satisfies Options;

/** The option that selects the grammar. */
export const PROFILE_OPTIONS = {
  profile: {
    value: "<rfc>",
    description: "grammar to use",
    choices: ["rfc3986", "rfc1738"],
    default: "rfc3986",
  },
} as const satisfies Options;

/** Parses a range of bytes: `0-499`, or `500-`. */
export function parseByteRange(text: string): ByteRange {
  const [, first = "", last = ""] = /^(\d{1,15})-(\d{0,15})$/.exec(text) ?? [];
  const start = Number(first);
  const end = last === "" ? undefined : Number(last) + 1;
  if (first === "" || (end !== undefined && end <= start))
    throw new InvalidArgumentError("Expected a byte range, for example 0-499 or 500-.");
  return end === undefined ? { start } : { start, end };
}

/** A login of the command line. The user is up to the first colon, as in curl. */
export interface GivenUser {
  readonly user: string;
  readonly password: string | undefined;
}

function parseUser(text: string): GivenUser {
  const [, user = "", password] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
  if (user === "") throw new InvalidArgumentError("Expected USER or USER:PASSWORD.");
  return { user, password };
}

function parseSeconds(text: string): number {
  const value = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (value === 0) throw new InvalidArgumentError("Expected a number of seconds, for example 10 or 0.5.");
  return value;
}

function parseRate(text: string): number {
  const [, number = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?)([kmg]?)(?:i?b)?$/i.exec(text) ?? [];
  const rate = Number(number) * 1024 ** " kmg".indexOf(unit.toLowerCase() || " ");
  if (!(rate >= 1))
    throw new InvalidArgumentError("Expected bytes per second, for example 200000, 200k, or 1.5MiB.");
  return Math.round(rate);
}

function parseTimes(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("Expected a whole number from 0 to 999.");
  return Number(text);
}

/** Most servers limit connections per client. */
const MAX_PARALLEL = 32;

/** The largest number of URLs that a command line can allow. */
const MAX_URL_COUNT = 999_999_999;

/** Maximum of the option `segments` of `fillPart`. */
const MAX_SEGMENTS = 16;

export function parseSegments(text: string): number {
  return parseCount(text, MAX_SEGMENTS);
}

function parseCount(text: string, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new InvalidArgumentError(`Expected a whole number from 1 to ${max}.`);
  return value;
}

function parseGivenLimit(text: string, before: readonly GivenLimit[] = []): readonly GivenLimit[] {
  try {
    return [...before, parseLimit(text)];
  } catch (error) {
    if (!isAccessError(error)) throw error;
    const hint = error.hint === undefined ? "" : `; ${error.hint}`;
    throw new InvalidArgumentError(`Expected NAME=NUMBER: ${error.message}${hint}.`);
  }
}

function parseGivenOption(text: string, before: readonly GivenOption[] = []): readonly GivenOption[] {
  const option = parseSchemeOption(text);
  if (option === undefined)
    throw new InvalidArgumentError("Expected NAME=VALUE or SCHEME.NAME=VALUE, for example tls=required.");
  return [...before, option];
}
