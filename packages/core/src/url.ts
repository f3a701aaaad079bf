import { redact } from "./redact.ts";

/** By which rules a text is read: RFC 3986 and the newest RFC of the scheme, or the grammar of RFC 1738 §5. */
export type Profile = "rfc3986" | "rfc1738";

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
  /**
   * This URL with other components, raw as they are read here, or other parts of its scheme, decoded; what is named
   * and `undefined` goes away. The rest stays as it is written. Read again by whoever has read this one.
   *
   * @throws {UrlSyntaxError} what the new text is refused for; password-without-user; missing-host, bad-path and what
   *   else such components cannot be together.
   */
  with(change: UrlChange & Partial<Parts>): Url<Name, Parts>;
}

/** Raw components to put in the place of a URL's own. `undefined` takes one away. */
export interface UrlChange {
  readonly scheme?: string;
  /** User and password at once. */
  readonly userinfo?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  readonly path?: string;
  readonly query?: string | undefined;
  readonly fragment?: string | undefined;
}

/** Who has read a URL, and by which rules; it reads the URL again when something in it is to be changed. */
export interface Reading {
  /** The scheme value that made the parts; `undefined` when none has. */
  readonly scheme: unknown;
  readonly profile: Profile;
  readonly change: (url: Url, change: object) => Url;
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
let setParts: (url: Url, parts: unknown, reading: Reading) => void;
let getPlain: (url: object) => boolean;
let getReading: (url: object) => Reading | undefined;

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
  readonly #plain: boolean;
  #parts: unknown;
  /** Have the parts been seen? They are frozen then: most URLs that are read are never asked for them. */
  #seen = false;
  #reading: Reading;

  constructor(
    text: string,
    schemeEnd: number,
    hostStart: number,
    hostEnd: number,
    pathStart: number,
    pathEnd: number,
    queryEnd: number,
    reading: Reading,
    plain: boolean,
  ) {
    this.#text = text;
    this.#schemeEnd = schemeEnd;
    this.#hostStart = hostStart;
    this.#hostEnd = hostEnd;
    this.#pathStart = pathStart;
    this.#pathEnd = pathEnd;
    this.#queryEnd = queryEnd;
    this.#reading = reading;
    this.#plain = plain;
  }

  static {
    setParts = (url, parts, reading) => {
      (url as unknown as ParsedReference).#parts = parts;
      (url as unknown as ParsedReference).#reading = reading;
    };
    getPlain = (url) => #plain in url && url.#plain;
    getReading = (url) => (#reading in url ? url.#reading : undefined);
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
    if (!this.#seen) {
      this.#seen = true;
      Object.freeze(this.#parts);
    }
    return this.#parts;
  }
  get href(): string {
    return this.#text;
  }
  with(change: object): Url {
    // The type says so already: only a URL has it.
    if (this.#schemeEnd < 0) throw new TypeError("cannot change a relative reference: resolve it first");
    return this.#reading.change(this as unknown as Url, change);
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

/**
 * Makes the value of a text and its offsets. Only who has scanned a text, or put one together of scanned pieces, calls
 * it: what it is given is not checked.
 */
export function makeReference(
  text: string,
  schemeEnd: number,
  hostStart: number,
  hostEnd: number,
  pathStart: number,
  pathEnd: number,
  queryEnd: number,
  reading: Reading,
  plain = false,
): Reference {
  return new ParsedReference(
    text,
    schemeEnd,
    hostStart,
    hostEnd,
    pathStart,
    pathEnd,
    queryEnd,
    reading,
    plain,
  );
}

/** Hands a URL's parts, and who has made them, to a freshly scanned URL. For the registry. */
export function attachParts(url: Url, parts: unknown, reading: Reading): void {
  setParts(url, parts, reading);
}

/**
 * Does a look show that the normal form changes nothing but, perhaps, escapes and dot segments? False where it takes
 * two.
 */
export function isPlain(url: object): boolean {
  return getPlain(url);
}

/** Who has read this URL; `undefined` for what is no URL of this package. */
export function readingOf(url: object): Reading | undefined {
  return getReading(url);
}

/** The scheme value that read this URL; `undefined` when none has. */
export function schemeOf(url: object): unknown {
  return getReading(url)?.scheme;
}
