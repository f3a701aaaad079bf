/// <reference lib="esnext.disposable" preserve="true" />
import type { Url } from "../syntax/url.ts";
import type { Context } from "./context.ts";
import type { Entity, Source } from "./entity.ts";
import type { RequestMessage, ResponseMessage } from "./message.ts";
import type { SessionScreen } from "./session-screen.ts";

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
  /** The name is a symbolic link, and the kind, size, and date are those of its target. */
  readonly isLink?: true;
  /** What a symbolic link leads to, as it is written in the link, if the scheme knows. */
  readonly linkTarget?: string;
  /**
   * The URL of what a symbolic link leads to, after all links on the way: a place in the tree `linksWithin` of the
   * context. To read through the link, open this URL: a link that is changed meanwhile then leads nowhere else.
   */
  readonly realUrl?: string;
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
  /** A program shows this screen instead of `readable`, and types into it. Absent: the data are text for a terminal. */
  readonly screen?: SessionScreen;
}

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
  /** Sends a request, and returns the response with any status. The others have a meaning in every scheme; this has not. */
  request(url: U, context: Context, message: RequestMessage): Promise<ResponseMessage>;
}

export type OperationName = keyof Operations;
