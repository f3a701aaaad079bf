import type { Url } from "../syntax/url.ts";
import type { Context } from "./context.ts";
import type { Framing } from "./framing.ts";

/** Was the whole resource read? "unknown": the protocol cannot tell (a Gopher text ends when the connection closes). */
export type Completeness = true | "unknown";

/** A byte range of an entity: from `start` to before `end`, or to the end of the entity. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** The result of `get`. The body can be read once. If you stop early, the connection is closed. */
export interface Entity {
  /** For example "text/plain", if the URL or the server gives it. */
  readonly mediaType?: string;
  /** Size in bytes of the whole entity, if the server announces it: advice, not a promise. */
  readonly size?: number;
  readonly modified?: Date;
  /** The version tag, if the protocol has one: `"x"`, `W/"x"` (RFC 9110 §8.8.3). */
  readonly etag?: string;
  /** Offset of the first byte of the body, if the server honored the requested range. Default 0. */
  readonly start?: number;
  /**
   * How the end of the body is known. The client derives from it whether the body is complete; a body that ends with
   * its connection never is for certain. Default: unknown, and the return value of the body decides.
   */
  readonly framing?: Framing;
  /**
   * The entity's bytes, in chunks. The scheme owns each chunk: the client reads it until it requests the next one or
   * ends the body, copies what it keeps, and never transfers or changes it. The scheme can reuse the memory after that,
   * and not before. A failure during the transfer is thrown here. The return value says whether the end of the framing
   * was received.
   */
  readonly body: AsyncGenerator<Uint8Array, Completeness, void>;
}

export type EntryKind =
  | "file"
  | "directory"
  /** A search: takes words and returns entries. */
  | "search"
  /** A pointer to another URL. */
  | "link"
  /** An interactive session, as with telnet. */
  | "session"
  /** A line of text without a target. */
  | "information"
  | "error"
  | "unknown";

/** The precision of a date, and its clock. Absent: to the second, in UTC. */
export interface DateQuality {
  readonly modifiedPrecision?: "millisecond" | "second" | "minute" | "day";
  /** "unknown": the server omitted the time zone, so the date is read as UTC. */
  readonly modifiedZone?: "UTC" | "unknown";
}

/** One entry of a directory or menu. Its text is not trusted: print it through `displayText`. */
export interface Entry extends DateQuality {
  /** A name or title: text that preserves bytes. */
  readonly name: string;
  readonly kind: EntryKind;
  /** The entry's own URL; `undefined` if there is nothing to open, or if the name is not safe. */
  readonly url: string | undefined;
  /** Why there is no URL although one would be expected. */
  readonly unsafe?: string;
  /** Bytes. */
  readonly size?: number;
  readonly modified?: Date;
  readonly mediaType?: string;
  /** Additional data of the protocol: gophertype, facts, permissions. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Metadata of a resource, without its body. */
export interface Attributes extends DateQuality {
  readonly kind: EntryKind;
  readonly size?: number;
  readonly modified?: Date;
  readonly mediaType?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A duplex connection for a person or a program, as with telnet. */
export interface Session extends AsyncDisposable {
  readonly readable: AsyncIterable<Uint8Array>;
  write(octets: Uint8Array): Promise<void>;
}

/**
 * The bytes to write to a resource, in chunks. The caller owns each chunk: it is read until the next one is requested
 * or the source ends, and is never changed, kept, or transferred. The caller can reuse the memory after that. A scheme
 * that needs a chunk for longer copies it with `copyBytes`.
 */
export type Source = AsyncIterable<Uint8Array>;

/**
 * The operations on a URL (RFC 1738 §2: access, update, replace, find attributes). The access module of a scheme
 * exports those that it supports by these names, and no others.
 */
export interface Operations<U = Url> {
  get(url: U, context: Context): Promise<Entity>;
  list(url: U, context: Context): AsyncGenerator<Entry, void, void>;
  stat(url: U, context: Context): Promise<Attributes>;
  search(url: U, context: Context, words: string): AsyncGenerator<Entry, void, void>;
  put(url: U, context: Context, source: Source): Promise<void>;
  append(url: U, context: Context, source: Source): Promise<void>;
  remove(url: U, context: Context): Promise<void>;
  rename(url: U, context: Context, to: U): Promise<void>;
  makeDirectory(url: U, context: Context): Promise<void>;
  send(url: U, context: Context, message?: Source): Promise<void>;
  open(url: U, context: Context): Promise<Session>;
}

export type OperationName = keyof Operations;
