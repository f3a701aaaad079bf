import { CharSet, encodeText, isDeviceName, octetsOf, textOf } from "@anyurl/core";
import { collisionKey } from "./local-name.ts";

/** Which names the target of a tree can have. */
export interface TargetNames {
  /** The rules of the names: those of a local file system, or "server" for any other target. */
  readonly system: "posix" | "windows" | "server";
  /**
   * Are names from a server? Then characters that a terminal does not show, or obeys, are escaped in local names.
   */
  readonly untrusted: boolean;
  /** Does the program write names as Unicode? Then bytes that are not UTF-8 are escaped. Default false. */
  readonly unicodeOnly?: boolean;
}

/** What happens to a name that the target cannot have. */
export type NameChoice = "escape" | "skip" | "strict";

/** Maximum length of a name: bytes on POSIX, UTF-16 code units on Windows. */
const MAX_LENGTH = 255;

const FORBIDDEN = {
  posix: /[/\0]/,
  windows: /[\0-\x1f/\\:*?"<>|\ud800-\udfff]/u,
  server: /[/\0\r\n]/,
} as const;

/** Control characters, and characters that are not shown or change the order of others (Unicode: Cc, Cf, Zl, Zp). */
const HOSTILE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Stands for a byte that is not UTF-8. */
export const NOT_UTF8: RegExp = /[\ud800-\udfff]/u;

/** Returns why the target cannot have a name, or should not have it; `undefined` if it can. */
export function findNameProblem(
  name: string,
  { system, untrusted, unicodeOnly }: TargetNames,
): string | undefined {
  if (name === "" || name === "." || name === "..") return 'it is empty, ".", or ".."';
  const character =
    FORBIDDEN[system].exec(name)?.[0] ??
    (hasHostileRule({ system, untrusted }) ? HOSTILE.exec(name)?.[0] : undefined);
  if (unicodeOnly === true && NOT_UTF8.test(name)) return "it is not valid UTF-8";
  if (character !== undefined) return `the target cannot have ${formatCharacter(character)} in a name`;
  if (system === "windows" && /[. ]$/.test(name)) return "it ends with a dot or a space";
  if (system === "windows" && isDeviceName(name)) return "it is the name of a device";
  return undefined;
}

function hasHostileRule({ system, untrusted }: TargetNames): boolean {
  return untrusted && system !== "server";
}

/** Is a name too long for the target? An escape would make it longer. */
export function isTooLong(name: string, { system }: TargetNames): boolean {
  if (system === "server") return false;
  return (system === "posix" ? octetsOf(name).length : name.length) > MAX_LENGTH;
}

/**
 * Returns a spelling of a name that the target can have: each character that it cannot have, and each "%", is
 * percent-encoded. Percent-decoding returns the name. A name that looks like the spelling of another one is escaped,
 * too, so that no two names have the same spelling.
 *
 * @returns `undefined` if there is no such spelling: the name is empty.
 */
export function escapeName(name: string, names: TargetNames): string | undefined {
  if (!needsEscape(name, names)) return name;
  if (name === "") return undefined;
  if (name === "." || name === "..") return percentEncode(name);
  const forbidden = new RegExp(
    [
      "%",
      FORBIDDEN[names.system].source,
      ...(hasHostileRule(names) ? [HOSTILE.source] : []),
      ...(names.unicodeOnly === true ? [NOT_UTF8.source] : []),
    ].join("|"),
    "gu",
  );
  let escaped = name.replace(forbidden, percentEncode);
  if (names.system !== "windows") return escaped;
  escaped = escaped.replace(/[. ]$/, percentEncode);
  return isDeviceName(escaped) ? escapeFirst(escaped) : escaped;
}

/** Returns another spelling of a name: the first character is percent-encoded. */
export function escapeFirst(name: string): string {
  const [first = ""] = name;
  return percentEncode(first) + name.slice(first.length);
}

function needsEscape(name: string, names: TargetNames): boolean {
  if (findNameProblem(name, names) !== undefined) return true;
  const decoded = percentDecode(name);
  return decoded !== name && needsEscape(decoded, names);
}

/** Decodes the escapes that {@link percentEncode} writes. Any other "%" stays. */
function percentDecode(name: string): string {
  if (!ESCAPE.test(name)) return name;
  const bytes = Array.from(octetsOf(name));
  for (let i = 0; i + 2 < bytes.length; i++) {
    const three = String.fromCharCode(...bytes.slice(i, i + 3));
    if (ESCAPE.test(three)) bytes.splice(i, 3, Number.parseInt(three.slice(1), 16));
  }
  return textOf(Uint8Array.from(bytes));
}

const ESCAPE = /%[0-9A-F]{2}/;

/** Percent-encodes every byte. */
function percentEncode(text: string): string {
  return encodeText(text, NONE_BARE);
}

const NONE_BARE: CharSet = new CharSet("");

function formatCharacter(character: string): string {
  const code = character.codePointAt(0)!;
  const isVisible = code > 0x20 && code < 0x7f;
  return isVisible ? `"${character}"` : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** The names of one directory of the target. Names that differ only in case are one name on some file systems. */
export class DirectoryNames {
  readonly #taken = new Map<string, string>();
  readonly #isCaseSensitive: () => Promise<boolean>;

  /** @param isCaseSensitive asked only if two names differ only in case or normalization. */
  constructor(isCaseSensitive: () => Promise<boolean>) {
    this.#isCaseSensitive = isCaseSensitive;
  }

  /** Takes a name. Returns `false` if another name in this directory is the same name for the target. */
  async take(name: string): Promise<boolean> {
    const key = collisionKey(name);
    const other = this.#taken.get(key);
    if (other === undefined) {
      this.#taken.set(key, name);
      return true;
    }
    if (other === name || this.#taken.has(`=${name}`)) return false;
    if (!(await this.#isCaseSensitive())) return false;
    this.#taken.set(`=${name}`, name);
    return true;
  }
}
