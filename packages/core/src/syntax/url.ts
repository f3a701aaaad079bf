import { redact } from "../operations/redact.ts";

/** The rules to parse a text by: RFC 3986 and the newest RFC of the scheme, or the grammar of RFC 1738 §5. */
export type Profile = "rfc3986" | "rfc1738";

/**
 * A URL: its text, and views of it. Immutable. Every component is raw, still percent-encoded, and `undefined` if
 * absent: absent and empty always differ.
 *
 * `String(url)` is always the parsed text. Implicit output (JSON, `inspect`, logs) shows a password as "***".
 */
export interface Url<Name extends string = string, Parts = unknown> extends Reference {
  /** In lower case (RFC 3986 §3.1). */
  readonly scheme: Name;
  /** The parts that the scheme parsed: plain, frozen, decoded. `undefined` if no scheme parsed the URL. */
  readonly parts: Parts;
  /**
   * Returns this URL with other components, raw as they are read here, or with other decoded parts of its scheme. A
   * component with the value `undefined` is removed. The rest keeps its text. The reader of this URL parses the result.
   *
   * @throws {UrlSyntaxError} problems of the new text; password-without-user; missing-host, bad-path, and others if the
   *   components do not fit together.
   */
  with(change: UrlChange & Partial<Parts>): Url<Name, Parts>;
}

/** Raw components to replace those of a URL. `undefined` removes one. */
export interface UrlChange {
  readonly scheme?: string;
  /** User and password together. */
  readonly userinfo?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
  readonly path?: string;
  readonly query?: string | undefined;
  readonly fragment?: string | undefined;
}

/** The reader of a URL and its rules; it parses the URL again after a change. */
export interface UrlReader {
  /** The scheme value that created the parts; `undefined` without one. */
  readonly scheme: unknown;
  readonly profile: Profile;
  readonly change: (url: Url, change: object) => Url;
  /** Reads the parts of a URL, unless {@link attachParts} was called for it. */
  readonly readParts: (url: Url) => unknown;
}

/** Returns the reader of a URL by its scheme, which is text[0, schemeEnd); `schemeEnd` is -1 if it has none. */
export type FindReader = (text: string, schemeEnd: number) => UrlReader;

/**
 * A URL, or a reference relative to one (RFC 3986 §4.1): its text, and views of it. Every component is raw, still
 * percent-encoded, and `undefined` if absent.
 */
export interface Reference {
  /** In lower case; `undefined` in a relative reference. */
  readonly scheme: string | undefined;
  /** The text between "//" and the next "/", "?", "#" (RFC 3986 §3.2). */
  readonly authority: string | undefined;
  readonly userinfo: string | undefined;
  /** The userinfo up to its first ":" (RFC 1738 §3.1). */
  readonly user: string | undefined;
  /** The userinfo after its first ":"; `undefined` without one, "" if nothing follows. */
  readonly password: string | undefined;
  /** As written, with the brackets of an IP literal. */
  readonly host: string | undefined;
  /** The digits as written; "" after a bare ":". */
  readonly port: string | undefined;
  /** With its leading "/", if it has one. Never absent (RFC 3986 §3.3). */
  readonly path: string;
  /** What RFC 1738 §3.1 calls url-path: the path after its first "/"; `undefined` without one. */
  readonly urlPath: string | undefined;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
  /** The range of each component in the text, in UTF-16 code units. */
  readonly offsets: ComponentOffsets;
  /** The text, passwords included. */
  readonly href: string;
  toString(): string;
  /** The text with "***" for a password. */
  toJSON(): string;
}

/** The offsets of components. A component that is absent is empty, and its delimiter is missing. */
export interface ComponentOffsets {
  /** The ":" after the scheme; -1 without one. */
  readonly schemeEnd: number;
  /** The first character of the host; -1 without an authority. */
  readonly hostStart: number;
  readonly hostEnd: number;
  /** The end of the authority, or the offset after the scheme's ":". */
  readonly pathStart: number;
  readonly pathEnd: number;
  /** The "#", or the end of the text. */
  readonly queryEnd: number;
}

/** Sets the parts after a scheme has parsed them; only this module can. */
let setParts: (url: Url, parts: unknown) => void;
let getFlags: (url: object) => number;
let getReading: (url: object) => UrlReader | undefined;

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** What the scan has found out about a URL: see {@link isNearlyNormal} and {@link hasSimpleHost}. */
export const NEARLY_NORMAL = 1;
export const SIMPLE_HOST = 2;

type Pending = "read" | "freeze" | undefined;

class ParsedReference implements Reference {
  // Private, so that a spread, JSON, or a debugger's preview does not show a password.
  readonly #text: string;
  readonly #schemeEnd: number;
  readonly #hostStart: number;
  readonly #hostEnd: number;
  readonly #pathStart: number;
  readonly #pathEnd: number;
  readonly #queryEnd: number;
  readonly #flags: number;
  #parts: unknown;
  /** What is left to do when the parts are first read, because most URLs are never asked for them. */
  #pending: Pending = "read";
  readonly #reading: UrlReader;

  constructor(
    text: string,
    schemeEnd: number,
    hostStart: number,
    hostEnd: number,
    pathStart: number,
    pathEnd: number,
    queryEnd: number,
    reading: UrlReader,
    flags: number,
  ) {
    this.#text = text;
    this.#schemeEnd = schemeEnd;
    this.#hostStart = hostStart;
    this.#hostEnd = hostEnd;
    this.#pathStart = pathStart;
    this.#pathEnd = pathEnd;
    this.#queryEnd = queryEnd;
    this.#reading = reading;
    this.#flags = flags;
  }

  static {
    setParts = (url, parts) => {
      (url as unknown as ParsedReference).#parts = parts;
      (url as unknown as ParsedReference).#pending = "freeze";
    };
    getFlags = (url) => (#flags in url ? url.#flags : 0);
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
  get offsets(): ComponentOffsets {
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
    if (this.#pending !== undefined) {
      if (this.#pending === "read") this.#parts = this.#reading.readParts(this as unknown as Url);
      this.#pending = undefined;
      Object.freeze(this.#parts);
    }
    return this.#parts;
  }
  get href(): string {
    return this.#text;
  }
  with(change: object): Url {
    // The type requires it: only a URL has this method.
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
 * Creates the value from a text and its offsets. Call it only with a scanned text, or one joined from scanned texts:
 * the arguments are not checked.
 */
export function makeReference(
  text: string,
  schemeEnd: number,
  hostStart: number,
  hostEnd: number,
  pathStart: number,
  pathEnd: number,
  queryEnd: number,
  reading: UrlReader,
  flags = 0,
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
    flags,
  );
}

/** Attaches the parts to a freshly scanned URL. For the registry. */
export function attachParts(url: Url, parts: unknown): void {
  setParts(url, parts);
}

/**
 * Does a quick check show that normalization changes only escapes and dot segments, if anything? False if it is not
 * certain.
 */
export function isNearlyNormal(url: object): boolean {
  return (getFlags(url) & NEARLY_NORMAL) !== 0;
}

/** Is the host known to be a simple name (`isSimpleHostname`)? False if it is not certain. */
export function hasSimpleHost(url: object): boolean {
  return (getFlags(url) & SIMPLE_HOST) !== 0;
}

/** Returns the reader of this URL; `undefined` if it is not a URL of this package. */
export function getReader(url: object): UrlReader | undefined {
  return getReading(url);
}

/** Returns the scheme value that parsed this URL; `undefined` without one. */
export function getScheme(url: object): unknown {
  return getReading(url)?.scheme;
}
