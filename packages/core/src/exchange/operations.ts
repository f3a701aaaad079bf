import type { Url } from "../url.ts";
import type { Context } from "./context.ts";
import type { Framing } from "./framing.ts";

/** Is what was read all there is? "unknown": the protocol has no way to tell (a Gopher text ends by a close). */
export type Completeness = true | "unknown";

/** Octets of an entity, counted from 0: from `start` on, up to `end`, which is not among them, or to its end. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** What a URL gives. The body is read once; leaving it early closes the connection. */
export interface Entity {
  /** As "text/plain", when the URL or the server says it. */
  readonly mediaType?: string;
  /** Octets of the whole entity, when the server says it beforehand: advice, not a promise. */
  readonly size?: number;
  readonly modified?: Date;
  /** What this version of it is called, where the protocol has such a thing: `"x"`, `W/"x"` (RFC 9110 §8.8.3). */
  readonly etag?: string;
  /** Which octet the body begins with, where the server has begun where the context's range does. Default 0. */
  readonly start?: number;
  /**
   * How the end of the body is known. The client derives from it whether the body is complete: what ends with its
   * connection never is for certain. Default: not known, and what the body returns counts.
   */
  readonly framing?: Framing;
  /**
   * The entity's bytes, in chunks. A chunk belongs to the scheme: the client reads it until it asks for the next one or
   * ends the body, copies what it keeps, and never transfers or changes it. The scheme may use the memory again from
   * then on, and not before. A failure during the transfer is thrown here; the return value says whether the end came
   * that the framing has.
   */
  readonly body: AsyncGenerator<Uint8Array, Completeness, void>;
}

export type EntryKind =
  | "file"
  | "directory"
  /** Asks for words, and gives entries. */
  | "search"
  /** Points elsewhere by a URL of its own. */
  | "link"
  /** Opens a session for a person, as telnet does. */
  | "session"
  /** A line to read, with nothing behind it. */
  | "information"
  | "error"
  | "unknown";

/** How exactly a date is known, and by which clock. Absent: to the second, in UTC. */
export interface DateQuality {
  readonly modifiedPrecision?: "millisecond" | "second" | "minute" | "day";
  /** "unknown": the server has left its zone out; the date is read as if it were UTC. */
  readonly modifiedZone?: "UTC" | "unknown";
}

/** One line of a directory or menu. Its text is a stranger's: print it through `displayText`. */
export interface Entry extends DateQuality {
  /** A name or title: text that keeps its octets. */
  readonly name: string;
  readonly kind: EntryKind;
  /** The entry's own URL; `undefined` when there is nothing to open, or no safe way to name it. */
  readonly url: string | undefined;
  /** Why there is no URL where one would expect it. */
  readonly unsafe?: string;
  /** Octets. */
  readonly size?: number;
  readonly modified?: Date;
  readonly mediaType?: string;
  /** What the protocol says besides: gophertype, facts, permissions. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What a URL says of its resource without fetching it. */
export interface Attributes extends DateQuality {
  readonly kind: EntryKind;
  readonly size?: number;
  readonly modified?: Date;
  readonly mediaType?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A duplex connection for a person or a program, as telnet gives. */
export interface Session extends AsyncDisposable {
  readonly readable: AsyncIterable<Uint8Array>;
  write(octets: Uint8Array): Promise<void>;
}

/**
 * The bytes that are written to a resource, in chunks. A chunk belongs to the caller: it is read until the next one is
 * asked for or the source is ended, and is never changed, kept or transferred. The caller may use the memory again from
 * then on. A scheme that needs a chunk for longer copies it with `copyBytes`.
 */
export type Source = AsyncIterable<Uint8Array>;

/**
 * What can be done with a URL (RFC 1738 §2: access, update, replace, find attributes). A scheme's access
 * module exports those that it can do, by these names, and no others.
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
