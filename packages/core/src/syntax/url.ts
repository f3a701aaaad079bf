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
  with(change: UrlChange & (Parts extends object ? Partial<Parts> : unknown)): Url<Name, Parts>;
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
  /** The name of the scheme, in lower case; `undefined` if the reader is for any scheme. */
  readonly name: string | undefined;
  /** The scheme value that created the parts; `undefined` without one. */
  readonly scheme: unknown;
  readonly profile: Profile;
  readonly change: (url: Url, change: object) => Url;
  /** Reads the parts of a URL and freezes them, unless {@link attachParts} was called for it. */
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

/** What the parser of a text knows about it. */
export interface ScannedOffsets extends ComponentOffsets {
  /** Is the host a simple host name (`findHostnameEnd`), without userinfo before it? False if it is not certain. */
  readonly hasHostname: boolean;
}

/** Attaches the parts to a freshly parsed URL. For the registry. */
export let attachParts: (url: Url, parts: unknown) => void;
/** Returns the offsets of a URL without a copy. Another copy of this package may have parsed it. */
export let getScanned: (url: Reference) => ScannedOffsets;
/** Returns the reader of this URL; `undefined` if it is not a URL of this package. */
export let getReader: (url: object) => UrlReader | undefined;

const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** Another copy of this package can have parsed a URL. This key is the same in every copy and version. */
const READ_BY: unique symbol = Symbol.for("@anyurl/core read by");

/** What every copy knows about the reader of a URL. */
type ReadBy = Pick<UrlReader, "scheme" | "profile">;

/** Most URLs are never asked for their parts, so they are read on the first access. */
const UNREAD: unique symbol = Symbol("unread");

class TextReference implements Reference {
  // Private, so that a spread, JSON, or a debugger's preview does not show a password.
  readonly #text: string;
  readonly #offsets: ScannedOffsets;
  readonly #reader: UrlReader;
  #parts: unknown = UNREAD;

  constructor(text: string, offsets: ScannedOffsets, reader: UrlReader) {
    this.#text = text;
    this.#offsets = offsets;
    this.#reader = reader;
  }

  static {
    attachParts = (url, parts) => {
      (url as unknown as TextReference).#parts = parts;
    };
    getScanned = (url) => (#offsets in url ? url.#offsets : { ...url.offsets, hasHostname: false });
    getReader = (url) => (#reader in url ? url.#reader : undefined);
  }

  get scheme(): string | undefined {
    const { name } = this.#reader;
    if (name !== undefined) return name;
    const { schemeEnd } = this.#offsets;
    return schemeEnd < 0 ? undefined : this.#text.slice(0, schemeEnd).toLowerCase();
  }
  get authority(): string | undefined {
    const { schemeEnd, hostStart, pathStart } = this.#offsets;
    return hostStart < 0 ? undefined : this.#text.slice(schemeEnd + 3, pathStart);
  }
  get userinfo(): string | undefined {
    const { schemeEnd, hostStart } = this.#offsets;
    return hostStart <= schemeEnd + 3 ? undefined : this.#text.slice(schemeEnd + 3, hostStart - 1);
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
    const { hostStart, hostEnd } = this.#offsets;
    return hostStart < 0 ? undefined : this.#text.slice(hostStart, hostEnd);
  }
  get port(): string | undefined {
    const { hostStart, hostEnd, pathStart } = this.#offsets;
    return hostStart < 0 || hostEnd === pathStart ? undefined : this.#text.slice(hostEnd + 1, pathStart);
  }
  get path(): string {
    return this.#text.slice(this.#offsets.pathStart, this.#offsets.pathEnd);
  }
  get urlPath(): string | undefined {
    const path = this.path;
    return path.startsWith("/") ? path.slice(1) : undefined;
  }
  get query(): string | undefined {
    const { pathEnd, queryEnd } = this.#offsets;
    return queryEnd === pathEnd ? undefined : this.#text.slice(pathEnd + 1, queryEnd);
  }
  get fragment(): string | undefined {
    const { queryEnd } = this.#offsets;
    return queryEnd === this.#text.length ? undefined : this.#text.slice(queryEnd + 1);
  }
  get offsets(): ComponentOffsets {
    // A copy, because callers without types could change it.
    const { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } = this.#offsets;
    return { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd };
  }
  get [READ_BY](): ReadBy {
    const { scheme, profile } = this.#reader;
    return { scheme, profile };
  }
  get parts(): unknown {
    if (this.#parts === UNREAD) this.#parts = this.#reader.readParts(this as unknown as Url);
    return this.#parts;
  }
  get href(): string {
    return this.#text;
  }
  with(change: object): Url {
    // The type requires it: only a URL has this method.
    if (this.#offsets.schemeEnd < 0)
      throw new TypeError("cannot change a relative reference: resolve it first");
    return this.#reader.change(this as unknown as Url, change);
  }
  toString(): string {
    return this.#text;
  }
  toJSON(): string {
    return redact(this.#text);
  }
  [INSPECT](): string {
    return `${this.#offsets.schemeEnd < 0 ? "Reference" : "Url"} <${this.toJSON()}>`;
  }
}

/** A text and its offsets, which are not checked. */
export const ParsedReference: new (text: string, offsets: ScannedOffsets, reader: UrlReader) => Reference =
  TextReference;

/** Returns the scheme value that parsed this URL, in any copy of this package; `undefined` without one. */
export function getScheme(url: object): unknown {
  return (getReader(url) ?? readByOther(url))?.scheme;
}

/** Returns the profile that this URL was parsed by, in any copy of this package. */
export function getProfile(url: object): Profile | undefined {
  return (getReader(url) ?? readByOther(url))?.profile;
}

function readByOther(url: object): ReadBy | undefined {
  return (url as { readonly [READ_BY]?: ReadBy })[READ_BY];
}
