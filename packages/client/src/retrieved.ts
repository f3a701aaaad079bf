import { AccessError, type ByteRange, type Completeness } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import type { BodyHooks, Ending } from "./stream.ts";
import type { Transcript } from "./transcript.ts";

/** What `get` gives: what is known beforehand, and a body to be read once. */
export interface Retrieved {
  /** The URL that was opened; a password is "***". */
  readonly url: string;
  readonly mediaType: string | undefined;
  /** Octets of the whole, when the server says it beforehand: advice. */
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  /** What this version of it is called, as the server says (RFC 9110 §8.8.3). */
  readonly etag: string | undefined;
  /** The octets that were asked for, and that the body has, where that is not all of them. */
  readonly range: ByteRange | undefined;
  /** A byte stream. A failure in mid transfer is its error; cancelling it closes the connection. */
  readonly body: ReadableStream<Uint8Array>;
  /** Settles when the body has been read or left: was that all there is? Never rejects. */
  readonly complete: Promise<Ending>;
  readonly transcript: Transcript;
  /**
   * The body as it comes, past any stream: for who hands each piece on at once, for it is good until the next one is asked
   * for. Leaving early closes the connection.
   */
  octets(): AsyncGenerator<Uint8Array, void, void>;
  /** The whole body. @throws {AccessError} too-large: it has more than the limit maxBytes. */
  bytes(): Promise<Uint8Array>;
  /** The whole body as UTF-8; what is not is U+FFFD. @throws {AccessError} too-large */
  text(): Promise<string>;
}

/** Reads a stream to its end, into one array. */
export async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const octets of body) {
    length += octets.length;
    if (length > maxBytes) {
      throw bodyTooLarge(maxBytes);
    }
    chunks.push(octets);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const octets of chunks) {
    whole.set(octets, at);
    at += octets.length;
  }
  return whole;
}

/** Reads a body to its end, into one array, past any stream. */
export async function readWhole(
  body: AsyncGenerator<Uint8Array, Completeness, void>,
  hooks: BodyHooks,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const next = await body.next();
      if (next.done === true) {
        hooks.onEnd(next.value);
        return chunks.length === 1 ? chunks[0]! : concat(...chunks);
      }
      length += next.value.length;
      hooks.onOctets(length);
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      // The next piece may lie where this one does.
      chunks.push(next.value.slice());
    }
  } catch (error) {
    const shown = hooks.translate(error);
    hooks.onEnd(false);
    await body.return("unknown").catch(() => {});
    throw shown;
  }
}

export function bodyTooLarge(maxBytes: number): AccessError {
  return new AccessError("too-large", `the body has more than ${maxBytes} octets`, {
    hint: "raise the limit maxBytes",
  });
}
