import { parse, parseIPv6 } from "@anyurl/core";
import type { MenuItem } from "./menu-line.ts";
import { CSO_PORT, checkedHostport, SESSION_PORT, sessionUrl } from "./session.ts";
import { DEFAULT_PORT, format, formatPath, type GopherName } from "./syntax.ts";

/** The URL that an item stands for, or why there is none. */
export interface Target {
  readonly url: string | undefined;
  readonly unsafe?: string;
}

/** A server that is spoken to under TLS: what it has itself is reached the same way. */
export interface SecureServer {
  /** In lower case. */
  readonly host: string;
  readonly port: number;
}

/**
 * The URLs of a menu's items, made of their own fields. Most items of a menu have one host, which is checked
 * once.
 */
export class Targets {
  readonly #secure: SecureServer | undefined;
  /** The fields and the type's port that the origin was made of. */
  #host: string | undefined;
  #digits: string | undefined;
  #byDefault: number | undefined;
  /** "gopher://h.example:7070"; `undefined`: no URL can have that host and port. */
  #origin: string | undefined;

  /** @param secure the server that the menu came from, where that was under TLS. */
  constructor(secure?: SecureServer) {
    this.#secure = secure;
  }

  /** @param gophertype of the item, or of the one that it mirrors. @param plus its mark of Gopher+. */
  of({ selector, host, port: digits }: MenuItem, gophertype: string, plus: "+" | "?" | undefined): Target {
    const byDefault = defaultPort(gophertype);
    if (host !== this.#host || digits !== this.#digits || byDefault !== this.#byDefault) {
      if (host === "") return { url: undefined, unsafe: "the item names no host" };
      const port = portOf(digits.trim(), byDefault);
      if (port === undefined) return { url: undefined, unsafe: "the item names no port" };
      if (byDefault === SESSION_PORT)
        return safely(() => sessionUrl({ gophertype, selector, host: literal(host), port }));
      this.#host = host;
      this.#digits = digits;
      this.#byDefault = byDefault;
      this.#origin = safely(() => originOf(this.#schemeOf(host, port), host, port)).url;
    }
    const origin = this.#origin;
    if (origin === undefined || !isSafe(gophertype, selector)) return UNSAFE;
    // RFC 4266 §2.5: the "?" is what tells a client that it has to ask first.
    const form = plus === "?" ? { search: "", gopherPlus: "?" } : PLAIN;
    return { url: origin + formatPath({ gophertype, selector, ...form }) };
  }

  #schemeOf(host: string, port: number): GopherName {
    const same = this.#secure?.port === port && this.#secure.host === host.toLowerCase();
    return same ? "gophers" : "gopher";
  }
}

const PLAIN = { search: undefined, gopherPlus: undefined } as const;

const UNSAFE: Target = { url: undefined, unsafe: "no URL can be made of the item's host and selector" };

function safely(make: () => string | undefined): Target {
  try {
    return { url: make() };
  } catch {
    return UNSAFE;
  }
}

/** What a menu says has to pass the checks of what a person writes. */
function isSafe(gophertype: string, selector: string): boolean {
  if (!/^[!-~]$/.test(gophertype)) return false;
  for (let i = 0; i < selector.length; i++) {
    const code = selector.charCodeAt(i);
    if (code === 0x00 || code === 0x09 || code === 0x0a || code === 0x0d) return false;
  }
  return true;
}

function originOf(scheme: GopherName, host: string, port: number): string {
  const where = { host: literal(host), ...(port !== DEFAULT_PORT && { port }) };
  const url = checkedHostport(format({ scheme, ...where }));
  return url.slice(0, -"/".length);
}

function literal(host: string): string {
  return parseIPv6(host) === undefined ? host : `[${host}]`;
}

function defaultPort(gophertype: string): number {
  if (gophertype === "2") return CSO_PORT;
  return gophertype === "8" || gophertype === "T" ? SESSION_PORT : DEFAULT_PORT;
}

/** `byDefault` when there are no digits; `undefined` when no port is meant: 0, or what is no number. */
function portOf(digits: string, byDefault: number): number | undefined {
  if (digits === "") return byDefault;
  if (!/^[0-9]{1,5}$/.test(digits)) return undefined;
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Schemes that an item may lead to by "URL:"; those that have item types of their own are not among them. */
const LINKS: ReadonlySet<string> = new Set([
  "http",
  "https",
  "ftp",
  "ftps",
  "mailto",
  "news",
  "nntp",
  "wais",
  "gemini",
]);

/** The URL in a selector `URL:…` or `/URL:…`, checked; `undefined` when the item is an ordinary one. */
export function externalTarget(selector: string): Target | undefined {
  const match = /^\/?URL:(.*)$/s.exec(selector);
  if (match === null) return undefined;
  try {
    const { scheme, href } = parse(match[1]!);
    if (LINKS.has(scheme)) return { url: href };
    return { url: undefined, unsafe: `a menu may not lead to ${scheme}: URLs` };
  } catch {
    return { url: undefined, unsafe: "what follows URL: is no URL" };
  }
}
