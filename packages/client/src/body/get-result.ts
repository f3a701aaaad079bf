import type { ByteRange } from "@anyurl/core";
import type { Framing } from "@anyurl/core/exchange";
import type { Transcript } from "../call/transcript.ts";
import type { BodyOutcome } from "./stream.ts";

/**
 * What `get` gives: what is known beforehand, and a body to be read once. Disposing of it closes the connection, unless all
 * of the body has arrived.
 */
export interface GetResult extends AsyncDisposable {
  /** The URL that was opened; a password is "***". */
  readonly url: string;
  readonly mediaType: string | undefined;
  /** Octets of the whole, when the server says it beforehand: advice. */
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  /** What this version of it is called, as the server says (RFC 9110 §8.8.3). */
  readonly etag: string | undefined;
  /** How the end of the body is known, where the scheme says it: "unknown" as `complete` comes from "close". */
  readonly framing: Framing | undefined;
  /** The octets that were asked for, and that the body has, where that is not all of them. */
  readonly range: ByteRange | undefined;
  /**
   * A byte stream. The chunks that a reader gets are the reader's own. A failure during the transfer is the stream's
   * error; canceling it closes the connection.
   */
  readonly body: ReadableStream<Uint8Array>;
  /** Settles when the body has been read or left: was that all there is? Never rejects. */
  readonly complete: Promise<BodyOutcome>;
  readonly transcript: Transcript;
  /**
   * The body in chunks as the scheme yields them, without a stream and without a copy. A chunk belongs to the scheme:
   * read it before you ask for the next one, copy what you keep (`chunk.slice()`), and do not change or transfer it.
   * Leaving early closes the connection.
   */
  chunks(): AsyncGenerator<Uint8Array, void, void>;
  /** The whole body, in an array of the caller's own. @throws {AccessError} too-large: it has more than the limit maxBytes. */
  bytes(): Promise<Uint8Array>;
  /** The whole body as UTF-8; what is not is U+FFFD. @throws {AccessError} too-large */
  text(): Promise<string>;
}
