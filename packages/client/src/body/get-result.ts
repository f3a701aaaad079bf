import type { ByteRange, Completeness } from "@anyurl/core";
import type { Framing, HttpField } from "@anyurl/core/exchange";
import type { Timings, Transcript } from "../call/transcript.ts";

/** How a body ended: complete, unknown, or incomplete. */
export type BodyOutcome = Completeness | false;

/**
 * The result of `get`: metadata, and a body that can be read once. Disposing of it closes the connection, unless the
 * whole body has arrived.
 */
export interface GetResult extends AsyncDisposable {
  /** The URL that was opened, with "***" instead of a password. */
  readonly url: string;
  /** The URL that responded, after all redirects and referrals, without a password. */
  readonly finalUrl: string;
  /** Number of redirects that were followed. */
  readonly redirects: number;
  /** The URL to which the server redirects, if the options forbid to follow it. It is not trusted. */
  readonly redirectUrl: string | undefined;
  /**
   * The status code of the server in the terms of its protocol, for example 200 in HTTP. That of FTP is 226 when the body
   * has ended. `undefined`: the protocol has none.
   */
  readonly status: number | undefined;
  /** The header fields, with their names in lower case. Order and duplicates matter. Empty: the protocol has none. */
  readonly fields: readonly HttpField[];
  /** The address of the last server. `undefined` without a connection, for example for a file. */
  readonly remote: Transcript["remote"];
  readonly timings: Timings;
  /** Bytes of the body that the program has read. */
  readonly received: number;
  readonly mediaType: string | undefined;
  /** Size of the whole resource in bytes, if the server reports it. It may be wrong. */
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  /** The entity tag of this version (RFC 9110 §8.8.3). */
  readonly etag: string | undefined;
  /** How the end of the body is known, if the scheme reports it. With "close", `complete` is "unknown". */
  readonly framing: Framing | undefined;
  /** The requested range, which is what the body contains. `undefined` for the whole resource. */
  readonly range: ByteRange | undefined;
  /**
   * Bytes before the range that are read and dropped, because the scheme or the server cannot start there. Otherwise 0:
   * then several ranges can be fetched at the same time.
   */
  readonly skipped: number;
  /**
   * A byte stream. Its chunks belong to the reader. A failure during the transfer is the stream's
   * error; canceling it closes the connection.
   */
  readonly body: ReadableStream<Uint8Array>;
  /** Settles when reading ends: is the body complete? Never rejects. */
  readonly complete: Promise<BodyOutcome>;
  readonly transcript: Transcript;
  /**
   * The body in chunks as the scheme yields them, without a stream and without a copy. A chunk belongs to the scheme:
   * read it before you request the next one, copy what you keep (`chunk.slice()`), and do not change or transfer it.
   * Ending the loop early closes the connection.
   */
  chunks(): AsyncGenerator<Uint8Array, void, void>;
  /** Returns the whole body in a new array. @throws {AccessError} too-large: the body exceeds the limit maxBytes. */
  bytes(): Promise<Uint8Array>;
  /** Returns the whole body decoded as UTF-8, with U+FFFD for invalid bytes. @throws {AccessError} too-large */
  text(): Promise<string>;
}
