import { octetsOf } from "./escape.ts";

/**
 * `text` with "***" in place of a password, for everything that prints a URL. Works on text that does not
 * parse, too: then all of the userinfo goes, for nobody knows where a password in it would begin. What looks like
 * `user:password@` at the beginning of a path is hidden as well: `ftp:user:password@host` is a typing error, and its
 * own error message shows it.
 */
export function redact(text: string): string {
  return redactPath(text) ?? redactAuthority(text);
}

/** A path where an authority was meant: one slash or none, or three and more. */
const LOGIN_IN_PATH = /^((?:[^:/?#]*:\/?|(?:[^:/?#]*:)?\/{3,})(?!\/))([^:/?#\s]*):([^/?#]+)(?=@)/;

/** `undefined`: there is no login in the path. */
function redactPath(text: string): string | undefined {
  const [all, lead = "", user = "", password = ""] = LOGIN_IN_PATH.exec(text) ?? [];
  if (all === undefined) return undefined;
  const rest = text.slice(all.length);
  // With a second one behind it all between them goes: what is hidden is one stretch.
  if (redactAuthority(rest) !== rest) return `${lead}***${text.slice(text.lastIndexOf("@"))}`;
  return user.includes("@") || password.includes("@") ? `${lead}***${rest}` : `${lead}${user}:***${rest}`;
}

function redactAuthority(text: string): string {
  const slashes = text.indexOf("//");
  if (slashes < 0) return text;
  const start = slashes + 2;
  const end = endOfAuthority(text, start);
  const first = text.indexOf("@", start);
  if (first < 0) return text;
  if (first >= end) {
    // The "@" stands past the authority. Where a program that splits otherwise would see a password (a "?" in
    // the userinfo by RFC 1738, or a hostport that is none), all before the "@" goes.
    const guess = text.slice(start, text.lastIndexOf("@"));
    const suspect = text[end] === "/" ? !isHostport(text.slice(start, end)) : guess.includes(":");
    return suspect ? `${text.slice(0, start)}***${text.slice(start + guess.length)}` : text;
  }
  const last = text.lastIndexOf("@", end - 1);
  if (last !== first) return `${text.slice(0, start)}***${text.slice(last)}`;
  const colon = text.indexOf(":", start);
  if (colon < 0 || colon >= first - 1) return text;
  return `${text.slice(0, colon + 1)}***${text.slice(first)}`;
}

function endOfAuthority(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (char === "/" || char === "?" || char === "#") return i;
  }
  return text.length;
}

/** Has it the shape of `host`, `host:port` or `[address]:port`? */
function isHostport(text: string): boolean {
  return /^(?:\[[^\]]*\]|[^:]*)(?::[0-9]*)?$/.test(text);
}

/**
 * Gives a function that hides `secrets` wherever they stand in a text: as they are, percent-encoded as they
 * were written, and in base64, in which HTTP and SMTP send them. Secrets of fewer than three characters would
 * hide half the text with them, and are only hidden where a URL or a command holds them.
 */
export function concealing(secrets: readonly (string | undefined)[]): (text: string) => string {
  if (secrets.length === 0) return AS_IT_IS;
  const needles = [...new Set(secrets.flatMap((secret) => (secret === undefined ? [] : spellings(secret))))]
    .filter((needle) => needle.length >= 3)
    .sort((a, b) => b.length - a.length);
  if (needles.length === 0) return AS_IT_IS;
  return (text) => needles.reduce((shown, needle) => shown.replaceAll(needle, "***"), text);
}

const AS_IT_IS = (text: string): string => text;

function spellings(secret: string): string[] {
  const binary = Array.from(octetsOf(secret), (octet) => String.fromCharCode(octet)).join("");
  return [secret, btoa(binary).replace(/=+$/, "")];
}
