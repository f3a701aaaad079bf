import { ALPHA, DIGIT, PATH, QUERY, REG_NAME, SCHEME } from "./charset.ts";
import { diagnose } from "./diagnose.ts";
import { escapeAt } from "./escape.ts";
import { ipLiteralProblem } from "./host.ts";
import { MAX_SCHEME_LENGTH, maxUrlLengthOf } from "./limits.ts";
import { type Problem, UrlSyntaxError } from "./problems.ts";
import { redact } from "./redact.ts";

/**
 * The generic parse of RFC 3986: one forward pass over char codes that splits and checks at once, decodes
 * nothing, and keeps offsets. Every component is a view of the text, sliced when it is asked for.
 */

export interface ParseOptions {
  /**
   * Longest text, in UTF-16 code units. Default 65 536; a longer one is too-long. RangeError for what is no number
   * from 0 to Infinity.
   */
  readonly maxUrlLength?: number;
  /** Take `[fe80::1%25eth0]`, the zone identifiers that RFC 9844 withdrew. Default false. */
  readonly zoneId?: boolean;
}

/** What parsing gives without throwing. `problems` may hold warnings when `ok` is true. */
export type ParseResult<U> =
  | { readonly ok: true; readonly url: U; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly url: undefined; readonly problems: readonly Problem[] };

/**
 * A URL: its text, and views of it. Immutable. Every component is raw, still percent-encoded, and `undefined`
 * when absent: absent and empty are never the same.
 *
 * `String(url)` is the text that was parsed, always. What prints itself without being asked (JSON, `inspect`,
 * logs) shows a password as "***".
 */
export interface Url<Name extends string = string, Parts = unknown> extends Reference {
  /** In lower case (RFC 3986 §3.1). */
  readonly scheme: Name;
  /** What the scheme makes of it: plain, frozen, decoded. `undefined` when no scheme has read it. */
  readonly parts: Parts;
}

/**
 * A URL, or a reference relative to one (RFC 3986 §4.1): its text, and views of it. Every component is raw, still
 * percent-encoded, and `undefined` when absent.
 */
export interface Reference {
  /** In lower case; `undefined` in a relative reference. */
  readonly scheme: string | undefined;
  /** All between "//" and the next "/", "?", "#" (RFC 3986 §3.2). */
  readonly authority: string | undefined;
  readonly userinfo: string | undefined;
  /** The userinfo up to its first ":" (RFC 1738 §3.1). */
  readonly user: string | undefined;
  /** The userinfo after its first ":"; `undefined` without one, "" when nothing follows. */
  readonly password: string | undefined;
  /** With the brackets of an IP literal, as written. */
  readonly host: string | undefined;
  /** The digits as written; "" after a bare ":". */
  readonly port: string | undefined;
  /** With its leading "/", if it has one. Never absent (RFC 3986 §3.3). */
  readonly path: string;
  /** What RFC 1738 §3.1 calls url-path: the path after its first "/"; `undefined` without one. */
  readonly urlPath: string | undefined;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
  /** Where each component lies in the text, UTF-16 code units. */
  readonly offsets: Offsets;
  /** The text, passwords included. */
  readonly href: string;
  toString(): string;
  /** The text with "***" for a password. */
  toJSON(): string;
}

/** Where components begin and end. A component that is absent is empty, and its delimiter is missing. */
export interface Offsets {
  /** The ":" after the scheme; -1 without one. */
  readonly schemeEnd: number;
  /** The first character of the host; -1 without an authority. */
  readonly hostStart: number;
  readonly hostEnd: number;
  /** The end of the authority, or what follows the scheme's ":". */
  readonly pathStart: number;
  readonly pathEnd: number;
  /** The "#", or the end of the text. */
  readonly queryEnd: number;
}

/** Sets the parts once a scheme has read them; only this module can. */
let setParts: (url: Url, parts: unknown, scheme: unknown) => void;
let getPlug: (url: object) => unknown;

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

class ParsedReference implements Reference {
  // Private, so that neither a spread, nor JSON, nor a debugger's preview shows a password.
  readonly #text: string;
  readonly #schemeEnd: number;
  readonly #hostStart: number;
  readonly #hostEnd: number;
  readonly #pathStart: number;
  readonly #pathEnd: number;
  readonly #queryEnd: number;
  #parts: unknown;
  #plug: unknown;

  constructor(
    text: string,
    schemeEnd: number,
    hostStart: number,
    hostEnd: number,
    pathStart: number,
    pathEnd: number,
    queryEnd: number,
  ) {
    this.#text = text;
    this.#schemeEnd = schemeEnd;
    this.#hostStart = hostStart;
    this.#hostEnd = hostEnd;
    this.#pathStart = pathStart;
    this.#pathEnd = pathEnd;
    this.#queryEnd = queryEnd;
  }

  static {
    setParts = (url, parts, plug) => {
      (url as unknown as ParsedReference).#parts = parts;
      (url as unknown as ParsedReference).#plug = plug;
    };
    getPlug = (url) => (#plug in url ? url.#plug : undefined);
  }

  get scheme(): string | undefined {
    return this.#schemeEnd < 0 ? undefined : this.#text.slice(0, this.#schemeEnd).toLowerCase();
  }
  get authority(): string | undefined {
    return this.#hostStart < 0 ? undefined : this.#text.slice(this.#schemeEnd + 3, this.#pathStart);
  }
  get userinfo(): string | undefined {
    const start = this.#schemeEnd + 3;
    return this.#hostStart <= start ? undefined : this.#text.slice(start, this.#hostStart - 1);
  }
  get user(): string | undefined {
    const userinfo = this.userinfo;
    const colon = userinfo === undefined ? -1 : userinfo.indexOf(":");
    return colon < 0 ? userinfo : userinfo!.slice(0, colon);
  }
  get password(): string | undefined {
    const userinfo = this.userinfo;
    const colon = userinfo === undefined ? -1 : userinfo.indexOf(":");
    return colon < 0 ? undefined : userinfo!.slice(colon + 1);
  }
  get host(): string | undefined {
    return this.#hostStart < 0 ? undefined : this.#text.slice(this.#hostStart, this.#hostEnd);
  }
  get port(): string | undefined {
    if (this.#hostStart < 0 || this.#hostEnd === this.#pathStart) return undefined;
    return this.#text.slice(this.#hostEnd + 1, this.#pathStart);
  }
  get path(): string {
    return this.#text.slice(this.#pathStart, this.#pathEnd);
  }
  get urlPath(): string | undefined {
    const path = this.path;
    return path.startsWith("/") ? path.slice(1) : undefined;
  }
  get query(): string | undefined {
    return this.#queryEnd === this.#pathEnd ? undefined : this.#text.slice(this.#pathEnd + 1, this.#queryEnd);
  }
  get fragment(): string | undefined {
    return this.#queryEnd === this.#text.length ? undefined : this.#text.slice(this.#queryEnd + 1);
  }
  get offsets(): Offsets {
    return {
      schemeEnd: this.#schemeEnd,
      hostStart: this.#hostStart,
      hostEnd: this.#hostEnd,
      pathStart: this.#pathStart,
      pathEnd: this.#pathEnd,
      queryEnd: this.#queryEnd,
    };
  }
  get parts(): unknown {
    return this.#parts;
  }
  get href(): string {
    return this.#text;
  }
  toString(): string {
    return this.#text;
  }
  toJSON(): string {
    return redact(this.#text);
  }
  [INSPECT](): string {
    return `${this.#schemeEnd < 0 ? "Reference" : "Url"} <${this.toJSON()}>`;
  }
}

/** Hands a URL's parts, and the scheme that made them, to a freshly scanned URL. For the registry. */
export function attachParts(url: Url, parts: unknown, scheme: unknown): void {
  setParts(url, parts, scheme);
}

/** The scheme value that read this URL; `undefined` when none has. */
export function schemeOf(url: object): unknown {
  return getPlug(url);
}

/**
 * Splits a URL by the generic syntax (RFC 3986 §3), every scheme alike, and checks every character.
 *
 * @throws {UrlSyntaxError} no-scheme, bad-scheme, illegal-character, bad-escape, bad-userinfo, bad-host,
 *   bad-ip-literal, zone-id-not-allowed, bad-port, too-long: the first problem; `problems` has them all.
 */
export function parse(text: string, options?: ParseOptions): Url {
  const url = scan(text, options);
  if (url !== undefined) return url;
  const problems = diagnose(text, options);
  throw new UrlSyntaxError(problems[0]!, problems);
}

/** As {@link parse}, without throwing, and with every problem. */
export function tryParse(text: string, options?: ParseOptions): ParseResult<Url> {
  const url = scan(text, options);
  if (url !== undefined) return { ok: true, url, problems: [] };
  return { ok: false, url: undefined, problems: diagnose(text, options) };
}

/**
 * Splits a URL or a relative reference (RFC 3986 §4.1).
 *
 * @throws {UrlSyntaxError} what parse throws; bad-scheme: a ":" in the first segment of a relative path.
 */
export function parseReference(text: string, options?: ParseOptions): Reference {
  const reference = scanReference(text, options);
  if (reference !== undefined) return reference;
  const problems = diagnose(text, { ...options, relative: true });
  throw new UrlSyntaxError(problems[0]!, problems);
}

/** Which places a character may stand in, as bits: one look-up a character, whatever the place. */
const CLASS: Uint8Array = new Uint8Array(128);
const IN_SCHEME = 1;
const IN_REG_NAME = 2;
const IN_PATH = 4;
const IN_QUERY = 8;
const IS_DIGIT = 16;
const IS_ALPHA = 32;
for (let code = 0; code < 128; code++) {
  CLASS[code] =
    (SCHEME.has(code) ? IN_SCHEME : 0) |
    (REG_NAME.has(code) ? IN_REG_NAME : 0) |
    (PATH.has(code) ? IN_PATH : 0) |
    (QUERY.has(code) ? IN_QUERY : 0) |
    (DIGIT.has(code) ? IS_DIGIT : 0) |
    (ALPHA.has(code) ? IS_ALPHA : 0);
}

const HASH = 0x23;
const PERCENT = 0x25;
const SLASH = 0x2f;
const COLON = 0x3a;
const QUESTION = 0x3f;
const AT = 0x40;
const BRACKET = 0x5b;

function classOf(code: number): number {
  return code < 128 ? CLASS[code]! : 0;
}

/**
 *     ftp://user:pw@host.dom:21/a/b;type=i?query#fragment
 *        ^          ^       ^  ^          ^     ^
 *        schemeEnd  |       |  pathStart  |     queryEnd
 *                   hostStart hostEnd     pathEnd
 *
 * Gives `undefined` at the first fault: what it was is then found by `diagnose`, which may take its time.
 */
export function scan(text: string, options?: ParseOptions): Url | undefined {
  const schemeEnd = endOfScheme(text);
  return schemeEnd < 0 ? undefined : (scanFrom(text, schemeEnd, options) as Url | undefined);
}

/** As {@link scan}, for a reference that may be relative. */
function scanReference(text: string, options?: ParseOptions): Reference | undefined {
  const schemeEnd = endOfScheme(text);
  if (schemeEnd >= 0 || !hasColonFirst(text)) return scanFrom(text, schemeEnd, options);
  return undefined;
}

/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), and where its ":" stands; -1 without one. */
function endOfScheme(text: string): number {
  if ((classOf(text.charCodeAt(0)) & IS_ALPHA) === 0) return -1;
  let i = 1;
  while ((classOf(text.charCodeAt(i)) & IN_SCHEME) !== 0) i++;
  return text.charCodeAt(i) === COLON && i <= MAX_SCHEME_LENGTH ? i : -1;
}

/** segment-nz-nc: a ":" in the first segment of a relative path would make a scheme of it (RFC 3986 §4.2). */
function hasColonFirst(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON) return true;
    if (code === SLASH || code === QUESTION || code === HASH) return false;
  }
  return false;
}

function scanFrom(text: string, schemeEnd: number, options?: ParseOptions): ParsedReference | undefined {
  const length = text.length;
  if (length > maxUrlLengthOf(options?.maxUrlLength)) return undefined;

  let i = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  if (text.charCodeAt(i) === SLASH && text.charCodeAt(i + 1) === SLASH) {
    i += 2;
    hostStart = i;
    let colon = -1; // the first one since the "@", or since the start
    let colons = 0;
    let at = false;
    let code = 0;
    for (; i < length; i++) {
      code = text.charCodeAt(i);
      if ((classOf(code) & IN_REG_NAME) !== 0) continue;
      if (code === SLASH || code === QUESTION || code === HASH) break;
      if (code === COLON) {
        if (colons++ === 0) colon = i;
      } else if (code === PERCENT) {
        if (escapeAt(text, i) < 0) return undefined;
        i += 2;
      } else if (code === AT) {
        if (at || hostEnd >= 0) return undefined; // "[" may not stand in a userinfo
        at = true;
        hostStart = i + 1;
        colons = 0;
      } else if (code === BRACKET && i === hostStart) {
        const close = text.indexOf("]", i);
        if (close < 0 || ipLiteralProblem(text.slice(i + 1, close), options?.zoneId) !== undefined)
          return undefined;
        i = close;
        hostEnd = close + 1;
      } else return undefined;
    }
    if (hostEnd >= 0) {
      // After "]" comes ":" or the end of the authority.
      if (hostEnd !== (colons === 0 ? i : colon)) return undefined;
    } else hostEnd = colons === 0 ? i : colon;
    // A second ":" is no digit either.
    for (let p = hostEnd + 1; p < i; p++)
      if ((classOf(text.charCodeAt(p)) & IS_DIGIT) === 0) return undefined;
  }

  const pathStart = i;
  let code = 0;
  for (; i < length; i++) {
    code = text.charCodeAt(i);
    if ((classOf(code) & IN_PATH) !== 0) continue;
    if (code === PERCENT) {
      if (escapeAt(text, i) < 0) return undefined;
      i += 2;
    } else break;
  }
  const pathEnd = i;
  if (i < length && code === QUESTION) {
    i = endOfQuery(text, i + 1, length);
    if (i < 0) return undefined;
    code = text.charCodeAt(i);
  }
  const queryEnd = i;
  if (i < length) {
    if (code !== HASH || endOfQuery(text, i + 1, length) !== length) return undefined;
  }
  return new ParsedReference(text, schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd);
}

/** Where a query or fragment that begins at `i` ends; -1 at a bad escape. */
function endOfQuery(text: string, start: number, length: number): number {
  let i = start;
  for (; i < length; i++) {
    const code = text.charCodeAt(i);
    if ((classOf(code) & IN_QUERY) !== 0) continue;
    if (code !== PERCENT) return i;
    if (escapeAt(text, i) < 0) return -1;
    i += 2;
  }
  return i;
}
