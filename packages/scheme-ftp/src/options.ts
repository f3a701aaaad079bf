import { AccessError } from "@anyurl/core";

/** Options for opening ftp URLs: choices that RFC 1738 leaves open, and deviations from it. */
export interface FtpOptions {
  /** The password of the anonymous user (RFC 1738 §3.2.1). Default "anonymous@", which identifies no user. */
  readonly email?: string;
  /** For a URL without a user: log in as "anonymous", or "ask" the credentials first. Default "anonymous". */
  readonly login?: "anonymous" | "ask";
  /** Whether to send AUTH TLS (RFC 4217). Default "none"; `ftps:` uses TLS from the first byte. */
  readonly tls?: "none" | "preferred" | "required";
  /** One CWD for each <cwd> (RFC 1738 §3.2.2), one for all of them, or none. Default "rfc1738". */
  readonly path?: "rfc1738" | "cwd-once" | "full-path";
  /** For a URL without a typecode: use image type, or guess the type from the suffix of the name. Default "image". */
  readonly type?: "image" | "by-suffix";
  /** Line ends of a text (";type=a"): unchanged, or converted to LF here and CR LF on the server. Default "as-sent". */
  readonly lineEnds?: "as-sent" | "lf";
  /** Whether `get` requests size and date first. Default false; with a `range` it always does. */
  readonly facts?: boolean;
  /** Whether `get` lists the names in a directory if its URL has no "/" at the end. Default false. */
  readonly autoList?: boolean;
  /** Whether to send OPTS UTF8 ON, which RFC 2640 does not define. Default false. */
  readonly optsUtf8?: boolean;
  /**
   * Whether the client ("passive") or the server ("active") opens data connections (RFC 959 §3.2). Default "passive".
   */
  readonly data?: "passive" | "active";
}

/** Identifies no user. Never derived from the machine or the account. */
const ANONYMOUS_PASSWORD = "anonymous@";

export const DEFAULT_OPTIONS: Required<FtpOptions> = {
  email: ANONYMOUS_PASSWORD,
  login: "anonymous",
  tls: "none",
  path: "rfc1738",
  type: "image",
  lineEnds: "as-sent",
  facts: false,
  autoList: false,
  optsUtf8: false,
  data: "passive",
};

/** The valid values of an option, and their description in an error. */
interface Rule {
  readonly fits: (value: unknown) => boolean;
  readonly is: string;
}

const BOOLEAN: Rule = { fits: (value) => typeof value === "boolean", is: "true or false" };

const RULES: ReadonlyMap<string, Rule> = new Map([
  ["email", { fits: isAddress, is: "an address without spaces and control characters" }],
  ["login", oneOf("anonymous", "ask")],
  ["tls", oneOf("none", "preferred", "required")],
  ["path", oneOf("rfc1738", "cwd-once", "full-path")],
  ["type", oneOf("image", "by-suffix")],
  ["lineEnds", oneOf("as-sent", "lf")],
  ["facts", BOOLEAN],
  ["autoList", BOOLEAN],
  ["optsUtf8", BOOLEAN],
  ["data", oneOf("passive", "active")],
]);

/**
 * Returns the caller's options with defaults.
 *
 * @throws {AccessError} bad-option: an unknown option, or an invalid value.
 */
export function optionsOf(given: Readonly<Record<string, unknown>>): Required<FtpOptions> {
  const names = Object.keys(given);
  if (names.length === 0) return DEFAULT_OPTIONS;
  for (const name of names) {
    const value = given[name];
    const rule = RULES.get(name);
    if (rule === undefined) {
      throw new AccessError("bad-option", `unknown ftp option "${name.slice(0, 100)}"`, {
        hint: `use one of: ${[...RULES.keys()].join(", ")}`,
      });
    }
    if (value !== undefined && !rule.fits(value)) {
      throw new AccessError("bad-option", `invalid ftp option ${name}: expected ${rule.is}`);
    }
  }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...DEFAULT_OPTIONS, ...Object.fromEntries(defined) };
}

function oneOf(...words: readonly string[]): Rule {
  return {
    fits: (value) => words.includes(value as string),
    is: words.map((word) => `"${word}"`).join(" or "),
  };
}

function isAddress(value: unknown): boolean {
  if (typeof value !== "string" || value === "") return false;
  for (const char of value) if (char <= " " || (char >= "\x7f" && char <= "\xa0")) return false;
  return true;
}
