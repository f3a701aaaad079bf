import { encodeBase64 } from "../syntax/base64.ts";
import { octetsOf } from "../syntax/escape.ts";

/**
 * Replaces a password in `text` by "***", for all output that contains a URL. It also works on text that does not
 * parse: then all of the userinfo is hidden, because the start of a password in it is unknown. Text like
 * `user:password@` at the start of a path is also hidden: `ftp:user:password@host` is a typing error, and its own error
 * message would show it.
 */
export function redact(text: string): string {
  // Every form of a login ends with it.
  if (!text.includes("@")) return text;
  return redactPath(text) ?? redactAuthority(text);
}

/** A path in place of an authority: one slash or none, or three and more. */
const LOGIN_IN_PATH = /^((?:[^:/?#]*:\/?|(?:[^:/?#]*:)?\/{3,})(?!\/))([^:/?#\s]*):([^/?#]+)(?=@)/;

/** `undefined`: the path has no login. */
function redactPath(text: string): string | undefined {
  const [all, lead = "", user = "", password = ""] = LOGIN_IN_PATH.exec(text) ?? [];
  if (all === undefined) return undefined;
  const rest = text.slice(all.length);
  // If a second one follows, hide everything between them: the hidden range is contiguous.
  if (redactAuthority(rest) !== rest) return `${lead}***${text.slice(text.lastIndexOf("@"))}`;
  return user.includes("@") || password.includes("@") ? `${lead}***${rest}` : `${lead}${user}:***${rest}`;
}

function redactAuthority(text: string): string {
  const slashes = text.indexOf("//");
  if (slashes < 0) return text;
  const start = slashes + 2;
  const end = findAuthorityEnd(text, start);
  const first = text.indexOf("@", start);
  if (first < 0) return text;
  if (first >= end) {
    // The "@" is after the authority. If a program that splits the URL differently would see a password (a "?" in the
    // userinfo by RFC 1738, or an invalid hostport), hide everything before the "@".
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

function findAuthorityEnd(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (char === "/" || char === "?" || char === "#") return i;
  }
  return text.length;
}

/** Does the text have the form of `host`, `host:port`, or `[address]:port`? */
function isHostport(text: string): boolean {
  return /^(?:\[[^\]]*\]|[^:]*)(?::[0-9]*)?$/.test(text);
}

/**
 * Creates a function that hides `secrets` anywhere in a text: verbatim, percent-encoded as written, and in base64,
 * which HTTP and SMTP use. Secrets of fewer than three characters would hide half the text, so they are hidden only in
 * a URL or a command.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  if (secrets.length === 0) return IDENTITY;
  const needles = [
    ...new Set(secrets.flatMap((secret) => (secret === undefined ? [] : secretVariants(secret)))),
  ]
    .filter((needle) => needle.length >= 3)
    .sort((a, b) => b.length - a.length);
  if (needles.length === 0) return IDENTITY;
  return (text) => needles.reduce((shown, needle) => shown.replaceAll(needle, "***"), text);
}

const IDENTITY = (text: string): string => text;

function secretVariants(secret: string): string[] {
  return [secret, encodeBase64(octetsOf(secret)).replace(/=+$/, "")];
}
