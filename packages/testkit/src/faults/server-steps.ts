import type { Attributes, OperationName } from "@anyurl/core";

/** One step of a correct server. */
export type ServerStep =
  /**
   * One or more lines with their line ends. `offers`: the reply announces the address of a data connection. `secures`:
   * the client starts TLS after the reply. `required`: if the server rejects the command, the client must not continue
   * with commands that change anything. `confirms`: the reply confirms the operation; a client must not report success
   * before it. `exact`: the first line has no text for people at its end, so the client may reject more bytes there.
   * `precedes`: the client reads whatever follows on the same connection as the body, and not as a further reply. The
   * default is "body" if only the close of the connection ends the body, and if it is the next step.
   */
  | {
      readonly is: "reply";
      readonly text: string;
      readonly offers?: "data";
      readonly secures?: true;
      readonly required?: true;
      readonly confirms?: true;
      readonly exact?: true;
      readonly precedes?: "body";
    }
  /** The body or the listing. `on: "data"`: over the data connection, which the server then closes. */
  | { readonly is: "body"; readonly on?: "data" }
  /** The server reads an upload: all bytes of the data connection, or all lines before the line `until`. */
  | { readonly is: "upload"; readonly on: "data" }
  | { readonly is: "upload"; readonly until: string }
  /** The reply to the closing command. Errors at this step must not affect the result. */
  | { readonly is: "farewell"; readonly text: string }
  /** The server closes the connection. */
  | { readonly is: "close" };

/** The values that replies are made of. A fault may change them. */
export interface HostileWorld {
  /** The address of the server, for a reply that offers a data connection. */
  readonly address: string;
  /** The port for data connections. */
  readonly port: number;
  /** The size of the body in bytes that the server announces. A fault may make it wrong. */
  readonly size: number;
  /** The lines of the client so far on this connection, the newest last, without their ends. */
  readonly heard: readonly string[];
}

/** How a client knows that a body is complete. */
export type BodyEnd =
  /** A reply after the body, such as FTP's 226. */
  | "reply"
  /** A mark in the body: a line ".", a length, or a last chunk. */
  | "mark"
  /** Only the close of the connection. An early close looks like the end. */
  | "close";

/** An operation on a URL, and the data that it transfers. */
export interface HostileOperation {
  readonly operation: OperationName;
  /** A URL whose host is a name. Its password must not appear in any output. */
  readonly url: string;
  /** The server, if the URL does not name it, as in a mailto URL. */
  readonly server?: { readonly host: string; readonly port: number };
  /** More secrets: they must not appear in any output, nor be sent before TLS is active. */
  readonly secrets?: readonly string[];
  /** The words of a `search`. */
  readonly words?: string;
  readonly end: BodyEnd;
  /** For `rename`: the new URL. */
  readonly to?: string;
  /**
   * The content of a `get` or an upload: any bytes, or lines of text with CR LF. Default: "octets", for `send` "text".
   */
  readonly carries?: "octets" | "text";
  /**
   * The bytes that a `put`, `append` or `send` writes, and that a session of `open` writes before it reads. Default:
   * bytes that are difficult for protocols, according to `carries`. The server must receive exactly these bytes from a
   * `put` and an `append`; a `send` may add others.
   */
  readonly octets?: Uint8Array;
  /**
   * Returns a body or an upload in its form on the wire, for example with doubled dots. Default: unchanged. `maxChunk`:
   * maximum bytes of a chunk, if the framing has chunks; unlimited if absent. `to`: the client's request, if it asks for
   * a part of the body.
   */
  readonly frame?: (body: Uint8Array, maxChunk?: number, to?: string) => Uint8Array;
  /** For `stat`: the attributes that a correct server sends. Default: any valid attributes. */
  readonly attributes?: Attributes;
  /**
   * For `list` and `search`: returns the line of an entry without its line end. `size`: digits, or an invalid size.
   * `to`: the client's line that requests the listing.
   */
  readonly entry?: (name: string, size: string, to: string) => string;
  /** The name that the client shows for such an entry, if the protocol adds to it, such as "cn=a" for "a". Default: the same. */
  readonly shown?: (name: string) => string;
  /** Whether the client relies on the size that the server announces. Default: false. */
  readonly sized?: boolean;
  /**
   * Whether the protocol uses TLS. "implicit": from the start of each connection. "upgrade": the first connection
   * starts in the clear, and the client must not send user or password before TLS is active; a data connection starts
   * with TLS. Default: no TLS.
   */
  readonly tls?: "implicit" | "upgrade";
}

/**
 * A protocol, described by the behavior of a correct server. The testkit runs that server and injects faults. It accepts
 * data connections at `HostileWorld.port`. Requests are lines, unless `requestLength` finds their ends.
 */
export interface HostileProtocol {
  /** The first reply of the server, or its text; absent if the client sends first. */
  readonly greeting?: string | Extract<ServerStep, { readonly is: "reply" }>;
  /**
   * For requests that are not lines: returns the length of the first request in the bytes of the client so far, or
   * `undefined` if it is incomplete. `answer` gets each request as text, one character for each byte that is not UTF-8.
   */
  readonly requestLength?: (received: Uint8Array) => number | undefined;
  /**
   * Whether the scheme reads and writes local files and has no server: each call to the system is a point, and `answer`
   * is not used. The file or directory of an operation is the path of its URL.
   */
  readonly files?: true;
  /**
   * For a protocol over UDP: returns the datagrams that carry the bytes of a reply or a body. `to`: the datagram of the
   * client. `answer` gets each datagram as text; none of its steps may be `upload` or `close`. `maxChunk`: as in `frame`.
   */
  readonly datagrams?: (bytes: Uint8Array, to: Uint8Array, maxChunk?: number) => readonly Uint8Array[];
  /** Returns the steps after a line of the client; none if the line is only part of a request. */
  readonly answer: (line: string, world: HostileWorld) => readonly ServerStep[];
  readonly operations: readonly HostileOperation[];
  /** Turns a reply into the first line of a multi-line reply, such as "230 hi" into "230-hi". Absent if replies have one line. */
  readonly multiline?: (reply: string) => string;
  /**
   * Lines with their line ends that the client must reject wherever it expects a reply, such as "+MAYBE\r\n" of POP3.
   * Default: lines that are not replies with a three-digit code, wherever a correct server replies with such a code.
   */
  readonly invalidReplies?: readonly string[];
  /** A reply that a transfer has failed, such as "426 broken\r\n". */
  readonly failure?: string;
  /** A reply that rejects a command, such as "502 no\r\n". */
  readonly refusal?: string;
}
