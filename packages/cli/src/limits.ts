import { limitOptions, readOptionText, resolveOptions } from "@anyurl/core";
import type { Limits } from "anyurl";

/** A limit given on the command line. */
export type GivenLimit = readonly [name: keyof Limits, value: number];

/** The options that set timeouts and limits. */
export interface LimitOptions {
  /** Seconds for the whole call. */
  readonly maxTime?: number;
  /** Seconds for looking up a name and connecting to one of its addresses. */
  readonly connectTimeout?: number;
  /** Seconds from a request to the end of its reply. */
  readonly replyTimeout?: number;
  /** Seconds without data of a body. */
  readonly idleTimeout?: number;
  /** Limits by their library names; the last value of a name counts. */
  readonly limit?: readonly GivenLimit[];
}

/** The limits with a dedicated option, in seconds. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ["deadline", "--max-time"],
  ["connectTimeout", "--connect-timeout"],
  ["replyTimeout", "--reply-timeout"],
  ["idleTimeout", "--idle-timeout"],
]);

/** Options of a client that have an option of the command. */
const CLIENT_OPTIONS: readonly (readonly [said: string, option: string])[] = [
  ["set tunnel: true in the option proxies", "use --proxytunnel"],
  [
    "if you trust the server, add the certificate of its issuer to tls.ca, or to NODE_EXTRA_CA_CERTS",
    "if you trust the server, give a file with the certificate of its issuer to --cacert",
  ],
  [
    "add a certificate that the server accepts: tls.cert and tls.key",
    "use the library, which accepts a client certificate: tls.cert and tls.key",
  ],
  [
    "decrease tls.minVersion if it is set, or ask the operator of the server for TLS 1.2",
    "ask the operator of the server for TLS 1.2",
  ],
];

/**
 * Rewrites a message of the library for the command line: options instead of limits and of options of the client, and
 * seconds instead of milliseconds.
 */
export function toCliOptionNames(text: string): string {
  return CLIENT_OPTIONS.reduce((said, [name, option]) => said.replace(name, option), text)
    .replace(
      /\bset the (?!policy )[a-z]+ option (\w+) to (?:"([^"]*)"|(true|false))/g,
      (_, name: string, word: string | undefined, truth: string) => `use --option ${name}=${word ?? truth}`,
    )
    .replace(/\bthe (?:limit|option)s? (\w+(?: and \w+)*)/g, (said: string, names: string) => {
      const options = names.split(" and ").map(findLimitOption);
      return options.includes(undefined) ? said : options.join(" and ");
    })
    .replace(/\b(\d+(?:\.\d+)?) ms\b/g, (_, milliseconds) => `${+(milliseconds / 1000).toFixed(3)} s`);
}

function findLimitOption(limit: string): string | undefined {
  const isLimit = LIMIT_NAMES.some((name) => name === limit);
  return OPTIONS.get(limit) ?? (isLimit ? `--limit ${limit}=NUMBER` : undefined);
}

/** Returns all limits of a command line. A dedicated option overrides `--limit`. */
export function resolveLimitOptions(options: LimitOptions): Partial<Limits> {
  const { maxTime, connectTimeout, replyTimeout, idleTimeout, limit = [] } = options;
  return {
    ...(Object.fromEntries(limit) as Partial<Limits>),
    ...(maxTime !== undefined && { deadline: maxTime * 1000 }),
    ...(connectTimeout !== undefined && { connectTimeout: connectTimeout * 1000 }),
    ...(replyTimeout !== undefined && { replyTimeout: replyTimeout * 1000 }),
    ...(idleTimeout !== undefined && { idleTimeout: idleTimeout * 1000 }),
  };
}

/** The names of all limits. */
export const LIMIT_NAMES: readonly (keyof Limits)[] = Object.keys(
  limitOptions.declarations,
) as (keyof Limits)[];

/**
 * Parses `name=value`: a number in the unit of the limit, or with a unit, as "maxBytes=64MiB" or "deadline=1min".
 *
 * @throws {AccessError} bad-option: there is no such limit, or the value is invalid.
 */
export function parseLimit(text: string): GivenLimit {
  const [, name = "", value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  const limit = readOptionText(limitOptions, name, [value]) as number;
  resolveOptions(limitOptions, { [name]: limit });
  return [name as keyof Limits, limit];
}
