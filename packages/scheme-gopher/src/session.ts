import {
  AccessError,
  checkHostport,
  formatAuthority,
  parse,
  portOf,
  type Report,
  syntaxError,
} from "@anyurl/core";
import type { GopherUrl } from "./syntax.ts";
import { typeName } from "./types.ts";

/** The schemes of the types that are a session for a person (RFC 1436 §3.8). */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ["8", "telnet"],
  ["T", "tn3270"],
]);

/** The port of both, where none is named. */
export const SESSION_PORT = 23;

/** Where a session is, as an item or a gopher URL says. */
export interface SessionPlace {
  readonly gophertype: string;
  /** The name to log in with: a suggestion, and a stranger's. */
  readonly selector: string;
  /** As it stands in a URL: an IPv6 address in brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * `telnet://user@host:port/` or `tn3270:…`; `undefined` for a type that is no session.
 *
 * @throws {UrlSyntaxError} bad-host, …: none can be made of what the place says.
 */
export function sessionUrl({ gophertype, selector, host, port }: SessionPlace): string | undefined {
  const scheme = SCHEMES.get(gophertype);
  if (scheme === undefined) return undefined;
  const user = selector === "" ? undefined : selector;
  const authority = formatAuthority({ user, host, port: port === SESSION_PORT ? undefined : port });
  return checkedHostport(`${scheme}:${authority}/`);
}

/** The port of a CSO phone book (RFC 2378 §1). */
export const CSO_PORT = 105;

/**
 * A gopher URL of a session is not fetched: the session has a URL of its own, and a phone book a protocol of its own.
 *
 * @throws {AccessError} unsupported, with that URL, or with host and port, as the hint.
 */
export function refuseSession({ parts, host, port }: GopherUrl): void {
  const { gophertype, selector } = parts;
  if (host === undefined) return;
  if (gophertype === "2") {
    throw new AccessError("unsupported", `${typeName(gophertype)} is not fetched by gopher`, {
      hint: `ask the phone book at ${host}:${portOf(port) ?? CSO_PORT} by the CSO protocol (RFC 2378)`,
    });
  }
  if (!SCHEMES.has(gophertype)) return;
  let hint: string | undefined;
  try {
    hint = `open ${sessionUrl({ gophertype, selector, host, port: portOf(port) ?? SESSION_PORT })} instead`;
  } catch {
    // No URL can be made of it; that it is not fetched is all there is to say.
  }
  throw new AccessError("unsupported", `${typeName(gophertype)} is not fetched by gopher`, { hint });
}

/**
 * The same text, where it has a host that can be looked up, and nothing that would end a command early: what a menu
 * says has to pass the checks of what a person writes.
 *
 * @throws {UrlSyntaxError} what the checks report, warnings too.
 */
export function checkedHostport(text: string): string {
  checkHostport(parse(text), strict, { userinfo: true, cite: "RFC 1738 §3.1" });
  return text;
}

const strict: Report = (problem) => {
  throw syntaxError(problem);
};
