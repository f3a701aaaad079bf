import type { Attributes, OperationName } from "@anyurl/core";

/** One thing that a proper server says or does next. */
export type ServerStep =
  /**
   * A line, or several, with their ends. `offers`: it tells where a further connection is to be made. `secures`: the
   * client now begins TLS. `required`: who is refused this has nothing more to ask for, and may not go on to what would
   * change something. `confirms`: what was asked for is done; until this is said nobody may believe that it is.
   */
  | {
      readonly is: "reply";
      readonly text: string;
      readonly offers?: "data";
      readonly secures?: true;
      readonly required?: true;
      readonly confirms?: true;
    }
  /** The body or the listing; `on: "data"`: over the further connection, which then ends. */
  | { readonly is: "body"; readonly on?: "data" }
  /** It takes what the client sends: all that comes over the further connection, or all lines up to that one. */
  | { readonly is: "upload"; readonly on: "data" }
  | { readonly is: "upload"; readonly until: string }
  /** The answer to a goodbye: all is done, and nothing that goes wrong here may matter. */
  | { readonly is: "farewell"; readonly text: string }
  /** The server closes the connection. */
  | { readonly is: "close" };

/** What a server says depends on this. The kit changes it where it lies. */
export interface HostileWorld {
  /** The address of the server, for a reply that offers a further connection. */
  readonly address: string;
  /** The port at which that connection is awaited. */
  readonly port: number;
  /** Octets that the body is said to have: not always those that it has. */
  readonly size: number;
  /** The lines of the client so far on this connection, the newest last, without their ends. */
  readonly heard: readonly string[];
}

/** By what a client knows that a body is whole. */
export type BodyEnd =
  /** A reply that comes after it, as FTP's 226. */
  | "reply"
  /** Something in the body itself: a line ".", a length, a last chunk. */
  | "mark"
  /** Nothing but the close of the connection: an early close cannot be told from the end. */
  | "close";

/** What is done with a URL, and what the server has there, or gets. */
export interface HostileOperation {
  readonly operation: OperationName;
  /** Where the host is a name. A password in it must never be seen again. */
  readonly url: string;
  /** The server, where it is not the URL that names it, as of a mailto URL. */
  readonly server?: { readonly host: string; readonly port: number };
  /** What else must never be seen again, and not be said before TLS is up. */
  readonly secrets?: readonly string[];
  /** For `search`. */
  readonly words?: string;
  readonly end: BodyEnd;
  /** For `rename`: the new URL. */
  readonly to?: string;
  /**
   * What a `get` carries, or what is written: any octets, or lines of text with CR LF. Default "octets", and "text" of a
   * `send`.
   */
  readonly carries?: "octets" | "text";
  /**
   * The octets that a `put`, `append` or `send` writes, and that a session of `open` is given before it is read to its
   * end. Default: some that a protocol has to be careful with, as `carries` says. A server must get those of a `put` and
   * an `append` and no others; those of a `send` among others.
   */
  readonly octets?: Uint8Array;
  /**
   * The body or the upload as it goes over the wire, as with its dots doubled. Default: as it is. `maxChunk`: bytes of a
   * chunk, for a framing that has chunks; any number if absent.
   */
  readonly frame?: (body: Uint8Array, maxChunk?: number) => Uint8Array;
  /** For `stat`: what a proper server says of it. Default: anything that makes sense. */
  readonly attributes?: Attributes;
  /**
   * For `list` and `search`: the line of an entry, without its end. `size`: digits, or what is none; `to`: the line of
   * the client that has asked for the listing.
   */
  readonly entry?: (name: string, size: string, to: string) => string;
  /** Does the client go by the size that the server tells? Default false: it is advice. */
  readonly sized?: boolean;
  /**
   * Is TLS to be spoken? "upgrade": the first connection begins in the clear, and neither user nor password may be said
   * there before TLS is up; a further one is under it from the first octet, or before anything else. Default: none.
   */
  readonly tls?: "first octet" | "upgrade";
}

/**
 * A protocol of lines, told by what a proper server says: the kit plays that server, and lies at one point of it. The
 * further connection, if there is one, the kit takes at `HostileWorld.port`.
 */
export interface HostileProtocol {
  /** What the server says first; absent where the client speaks first. */
  readonly greeting?: string;
  /** What it says to a line of the client; nothing to a line that is only a part of a request. */
  readonly answer: (line: string, world: HostileWorld) => readonly ServerStep[];
  readonly operations: readonly HostileOperation[];
  /** A reply as the first line of one that goes on, as "230 hi" becomes "230-hi"; absent where replies have one line. */
  readonly multiline?: (reply: string) => string;
  /** A reply that a body or an upload which has begun will not be completed, as "426 broken\r\n". */
  readonly failure?: string;
  /** A reply that a command is not known, as "502 no\r\n". */
  readonly refusal?: string;
}
