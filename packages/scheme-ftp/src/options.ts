import { AccessError } from "@anyurl/core";

/** How ftp URLs are opened, where RFC 1738 leaves it open or somebody wants it otherwise. */
export interface FtpOptions {
  /** What an anonymous user gives as a password (RFC 1738 §3.2.1). Default: "anonymous@", which names nobody. */
  readonly email?: string;
  /** Without a user in the URL: "anonymous" at once, or "ask" the credentials first. Default "anonymous". */
  readonly login?: "anonymous" | "ask";
  /** TLS that begins on the control connection (RFC 4217). Default "none"; ftps: has it from the first octet. */
  readonly tls?: "none" | "preferred" | "required";
  /** One CWD for each <cwd> (RFC 1738 §3.2.2), one for all of them, or none. Default "rfc1738". */
  readonly path?: "rfc1738" | "cwd-once" | "full-path";
  /** Without a typecode: is the type of a name guessed by its suffix? Default "image": it never is. */
  readonly type?: "image" | "by-suffix";
  /** The ends of the lines of a text (";type=a"): as they come, or as this machine has them. Default "as-sent". */
  readonly lineEnds?: "as-sent" | "lf";
  /** Does `get` ask for size and date beforehand? Default false; where it begins in the middle it always does. */
  readonly facts?: boolean;
  /** Does `get` give the names in a directory whose URL lacks the "/" at the end? Default false. */
  readonly autoList?: boolean;
  /** Is a server told to speak UTF-8, which RFC 2640 has not? Default false. */
  readonly optsUtf8?: boolean;
  /** Who opens data connections: we do, or the server to us (RFC 959 §3.2). Default "passive". */
  readonly data?: "passive" | "active";
}

/** Names nobody. Never made from the machine or the account. */
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

/** What an option may be, and how an error says it. */
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
 * The defaults with what the caller says over them.
 *
 * @throws {AccessError} bad-option: an option that ftp has not, or a value that it cannot have.
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
