import {
  AccessError,
  checkHostport,
  formatAuthority,
  parse,
  parsePort,
  type Report,
  syntaxError,
} from "@anyurl/core";
import { getTypeName } from "./menu/types.ts";
import type { GopherUrl } from "./syntax.ts";

/** The schemes of the item types that are interactive sessions (RFC 1436 §3.8). */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ["8", "telnet"],
  ["T", "tn3270"],
]);

/** The default port of both. */
export const SESSION_PORT = 23;

/** The location of a session, from an item or a gopher URL. */
export interface SessionLocation {
  readonly gophertype: string;
  /** The suggested login name; untrusted server data. */
  readonly selector: string;
  /** As written in a URL: an IPv6 address is in brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Returns `telnet://user@host:port/` or `tn3270:…`, or `undefined` if the type is not a session.
 *
 * @throws {UrlSyntaxError} bad-host, …: the location is not valid in a URL.
 */
export function formatSessionUrl({ gophertype, selector, host, port }: SessionLocation): string | undefined {
  const scheme = SCHEMES.get(gophertype);
  if (scheme === undefined) return undefined;
  const user = selector === "" ? undefined : selector;
  const authority = formatAuthority({ user, host, port: port === SESSION_PORT ? undefined : port });
  return checkHostportText(`${scheme}:${authority}/`);
}

/** The port of a CSO phone book (RFC 2378 §1). */
export const CSO_PORT = 105;

/**
 * Rejects a gopher URL of a session or a phone book: the session has its own URL, and the phone book its own protocol.
 *
 * @throws {AccessError} unsupported, with that URL, or with host and port, in the hint.
 */
export function rejectSession({ parts, host, port }: GopherUrl): void {
  const { gophertype, selector } = parts;
  if (host === undefined) return;
  if (gophertype === "2") {
    throw new AccessError("unsupported", `cannot open ${getTypeName(gophertype)} over gopher`, {
      hint: `use a CSO client (RFC 2378) with ${host}:${parsePort(port) ?? CSO_PORT}`,
    });
  }
  if (!SCHEMES.has(gophertype)) return;
  let hint: string | undefined;
  try {
    hint = `open ${formatSessionUrl({ gophertype, selector, host, port: parsePort(port) ?? SESSION_PORT })} instead`;
  } catch {
    // The location is not valid in a URL, so there is no hint.
  }
  throw new AccessError("unsupported", `cannot open ${getTypeName(gophertype)} over gopher`, { hint });
}

/**
 * Returns the same text if its host is valid and it has no control characters that would end a command early. Menu data
 * must pass the same checks as a URL that a person writes.
 *
 * @throws {UrlSyntaxError} what the checks report, including warnings.
 */
export function checkHostportText(text: string): string {
  checkHostport(parse(text), throwSyntaxError, { userinfo: true, cite: "RFC 1738 §3.1" });
  return text;
}

const throwSyntaxError: Report = (problem) => {
  throw syntaxError(problem);
};
