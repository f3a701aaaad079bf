import { encodeText, PATH, parse, parseIPv6 } from "@anyurl/core";
import type { MenuItem } from "./menu/menu-line.ts";
import { CSO_PORT, checkHostportText, formatSessionUrl, SESSION_PORT } from "./session.ts";
import { DEFAULT_PORT, format, formatPath, type GopherName } from "./syntax.ts";

/** The URL of an item, or the reason why it has none. */
export interface Target {
  readonly url: string | undefined;
  readonly unsafe?: string;
}

/** A server that was contacted over TLS: its own items also get gophers: URLs. */
export interface SecureServer {
  /** In lower case. */
  readonly host: string;
  readonly port: number;
}

/**
 * Creates the URLs of a menu's items from their fields. Most items of a menu have the same host, which is checked once.
 */
export class TargetResolver {
  readonly #secure: SecureServer | undefined;
  /** The fields and the type's default port from which the origin was created. */
  #host: string | undefined;
  #digits: string | undefined;
  #byDefault: number | undefined;
  /** "gopher://h.example:7070", or `undefined` if the host and port are not valid in a URL. */
  #origin: string | undefined;

  /** @param secure the server of the menu, if it was contacted over TLS. */
  constructor(secure?: SecureServer) {
    this.#secure = secure;
  }

  /** @param gophertype of the item, or of the mirrored item. @param plus its Gopher+ mark. */
  of(item: MenuItem, gophertype: string, plus: "+" | "?" | undefined): Target {
    const { selector, port: digits } = item;
    // Some authors align the fields of a menu with spaces.
    const host = item.host.trim();
    const byDefault = findDefaultPort(gophertype);
    if (host !== this.#host || digits !== this.#digits || byDefault !== this.#byDefault) {
      if (host === "") return { url: undefined, unsafe: "the item has no host" };
      const port = parseItemPort(digits.trim(), byDefault);
      if (port === undefined) return { url: undefined, unsafe: "the item has no valid port" };
      if (byDefault === SESSION_PORT)
        return createTarget(() =>
          formatSessionUrl({ gophertype, selector, host: formatHostLiteral(host), port }),
        );
      this.#host = host;
      this.#digits = digits;
      this.#byDefault = byDefault;
      this.#origin = createTarget(() => formatOrigin(this.#selectScheme(host, port), host, port)).url;
    }
    const origin = this.#origin;
    if (origin === undefined || !isSafeItem(gophertype, selector)) return UNSAFE_TARGET;
    // RFC 4266 §2.5: the "?" tells the client to fetch the form first.
    const form = plus === "?" ? { search: "", gopherPlus: "?" } : NO_FORM;
    return { url: origin + formatPath({ gophertype, selector, ...form }) };
  }

  #selectScheme(host: string, port: number): GopherName {
    const same = this.#secure?.port === port && this.#secure.host === host.toLowerCase();
    return same ? "gophers" : "gopher";
  }
}

const NO_FORM = { search: undefined, gopherPlus: undefined } as const;

const UNSAFE_TARGET: Target = {
  url: undefined,
  unsafe: "the host or selector of the item is not valid in a URL",
};

function createTarget(make: () => string | undefined): Target {
  try {
    return { url: make() };
  } catch {
    return UNSAFE_TARGET;
  }
}

/** Menu data must pass the same checks as a URL that a person writes. */
function isSafeItem(gophertype: string, selector: string): boolean {
  if (!/^[!-~]$/.test(gophertype)) return false;
  for (let i = 0; i < selector.length; i++) {
    const code = selector.charCodeAt(i);
    if (code === 0x00 || code === 0x09 || code === 0x0a || code === 0x0d) return false;
  }
  return true;
}

function formatOrigin(scheme: GopherName, host: string, port: number): string {
  const where = { host: formatHostLiteral(host), ...(port !== DEFAULT_PORT && { port }) };
  const url = checkHostportText(format({ scheme, ...where }));
  return url.slice(0, -"/".length);
}

function formatHostLiteral(host: string): string {
  return parseIPv6(host) === undefined ? host : `[${host}]`;
}

function findDefaultPort(gophertype: string): number {
  if (gophertype === "2") return CSO_PORT;
  return gophertype === "8" || gophertype === "T" ? SESSION_PORT : DEFAULT_PORT;
}

/** Returns `byDefault` if there are no digits, or `undefined` for 0 or text that is not a port number. */
function parseItemPort(digits: string, byDefault: number): number | undefined {
  if (digits === "") return byDefault;
  if (!/^[0-9]{1,5}$/.test(digits)) return undefined;
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** A space, and any character that is not ASCII. */
const NOT_IN_URL = /[ \u0080-\uffff]+/g;

/** Schemes that an item can link to with "URL:". Schemes with their own item types are not among them. */
const LINK_SCHEMES: ReadonlySet<string> = new Set([
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

/**
 * Returns the checked URL of a selector `URL:…` or `/URL:…`, or `undefined` for an ordinary item. Authors write spaces
 * and other characters that a URL cannot have after its host; they are percent-encoded.
 */
export function parseExternalTarget(selector: string): Target | undefined {
  const match = /^\/?URL:(.*)$/s.exec(selector);
  if (match === null) return undefined;
  const [, origin = "", rest = ""] = /^([^/]*\/\/[^/?#]*)?(.*)$/s.exec(match[1]!.trimEnd()) ?? [];
  try {
    const { scheme, href } = parse(origin + rest.replace(NOT_IN_URL, (text) => encodeText(text, PATH)));
    if (LINK_SCHEMES.has(scheme)) return { url: href };
    return { url: undefined, unsafe: `${scheme}: links are not allowed in a menu` };
  } catch {
    return { url: undefined, unsafe: "the text after URL: is not a valid URL" };
  }
}
