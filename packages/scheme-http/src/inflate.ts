import { AccessError, isAccessError } from "@anyurl/core";
import { concat, copyBytes, type HttpResponse } from "@anyurl/core/exchange";
import { decodeSmall } from "./decode-small.ts";
import { createDecoder, type Decoder as RuntimeDecoder } from "./decoder.ts";

/** The content of a response, with or without its codings. It returns at the end of the response. */
export type Content = HttpResponse["body"];

/** Content that grows by more than this factor is rejected … */
const MAX_EXPANSION_RATIO = 1000;
/** … after this number of bytes. */
const RATIO_CHECK_BYTES: number = 1024 * 1024;

/**
 * The bytes that go to the decoder at a time. Some runtimes buffer what they expand to, which is at most 16 MiB for gzip;
 * Node.js does not. With 4 KiB, a text of 32 MB takes a fifth more processor time.
 */
const DECODER_CHUNK_BYTES: number = 16 * 1024;

/**
 * The bytes of the shortest headers (RFC 1952 §2.3, RFC 1950 §2.2). Many servers send the header first and then the whole
 * rest, which can be decoded in one step.
 */
const HEADER_BYTES: ReadonlyMap<string, number> = new Map([
  ["gzip", 10],
  ["deflate", 2],
]);

/**
 * Decodes one content coding, at the pace of the reader.
 *
 * @param format the name in DecompressionStream; "deflate" is accepted with and without the zlib wrapper, because
 *   servers send both (RFC 9110 §8.4.1.2).
 */
export async function* inflate(body: Content, format: string): Content {
  let decoder: Decoder | undefined;
  try {
    const first = await readBeginning(body, HEADER_BYTES.get(format) ?? 0);
    // An empty body has no coding, although some servers declare one.
    if (first === undefined) return true;
    const actual = format === "deflate" && !isZlib(first) ? "deflate-raw" : format;
    const small = decodeSmall(first, actual);
    if (small !== undefined) {
      if (small.length > 0) yield small;
      await requireEnd(body);
      return true;
    }
    decoder = new Decoder(body, first, actual);
    for (let given = 0; ; ) {
      const content = await decoder.read();
      if (content === undefined) return true;
      given += content.length;
      checkExpansion(given, decoder.taken);
      yield content;
    }
  } finally {
    decoder?.stop();
    await body.return(true);
  }
}

/** Passes content on and limits its growth. @throws {AccessError} too-large: the ratio exceeds the limit. */
export async function* limitExpansion(content: Content, taken: () => number): Content {
  let given = 0;
  try {
    for (;;) {
      const next = await content.next();
      if (next.done === true) return true;
      given += next.value.length;
      checkExpansion(given, taken());
      yield next.value;
    }
  } finally {
    await content.return(true);
  }
}

function checkExpansion(given: number, taken: number): void {
  if (given <= RATIO_CHECK_BYTES || given <= MAX_EXPANSION_RATIO * taken) return;
  throw new AccessError(
    "too-large",
    `the decoded content exceeds ${MAX_EXPANSION_RATIO} times the size of the encoded content`,
    { hint: 'set the option acceptEncoding: "identity"' },
  );
}

/** A decoder of the runtime, which gets the encoded bytes as fast as it accepts them. */
class Decoder {
  /** The number of encoded bytes that the decoder was given. */
  taken = 0;
  readonly #stream: RuntimeDecoder;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** The error of the source. */
  #failure: { readonly error: unknown } | undefined;
  /** Whether the source has ended. */
  #hasEnded = false;
  #isStopped = false;

  constructor(body: Content, first: Uint8Array, format: string) {
    this.#stream = createDecoder(format);
    this.#reader = this.#stream.readable.getReader();
    void this.#feed(body, first, this.#stream.writable.getWriter());
  }

  /** Returns the next content, or `undefined` at the end. @throws the error of the source, or of the decoder. */
  async read(): Promise<Uint8Array | undefined> {
    const next = await this.#reader.read().catch((error) => {
      throw this.#failure?.error ?? decodingError(error, this.#hasEnded);
    });
    if (next.done && this.#failure !== undefined) throw this.#failure.error;
    const { decoded = this.taken } = this.#stream;
    if (next.done && decoded < this.taken) throw decodingError(undefined, false);
    return next.value;
  }

  stop(): void {
    this.#isStopped = true;
    this.#reader.cancel().catch(() => {});
  }

  async #feed(
    body: Content,
    first: Uint8Array,
    writer: WritableStreamDefaultWriter<BufferSource>,
  ): Promise<void> {
    // The reader reports errors of the decoder.
    writer.closed.catch(() => {});
    try {
      let octets: Uint8Array | undefined = first;
      while (octets !== undefined && !this.#isStopped) {
        for (let at = 0; at < octets.length && !this.#isStopped; at += DECODER_CHUNK_BYTES) {
          const piece = copyBytes(octets, at, at + DECODER_CHUNK_BYTES);
          this.taken += piece.length;
          await writer.write(piece);
        }
        octets = await this.#next(body);
      }
      if (this.#isStopped) return;
      this.#hasEnded = true;
      await writer.close();
    } catch {
      if (this.#failure !== undefined) writer.abort(this.#failure.error).catch(() => {});
    }
  }

  async #next(body: Content): Promise<Uint8Array | undefined> {
    try {
      const next = await body.next();
      return next.done === true ? undefined : next.value;
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
  }
}

/** Returns the first bytes of the body: more than a header, if there are more. */
async function readBeginning(body: Content, header: number): Promise<Uint8Array | undefined> {
  let first: Uint8Array | undefined;
  for (;;) {
    const next = await body.next();
    if (next.done === true) return first;
    const all: Uint8Array = first === undefined ? next.value : concat(first, next.value);
    if (all.length > header) return all;
    first = all.length === 0 ? undefined : copyBytes(all);
  }
}

/** @throws {AccessError} protocol-error: bytes follow the encoded content. */
async function requireEnd(body: Content): Promise<void> {
  for (;;) {
    const next = await body.next();
    if (next.done === true) return;
    if (next.value.length > 0) throw decodingError(undefined, false);
  }
}

/** Checks CMF and FLG (RFC 1950 §2.2). */
function isZlib([cmf = 0, flg = 0]: Uint8Array): boolean {
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flg) % 31 === 0;
}

function decodingError(cause: unknown, hasEnded: boolean): AccessError {
  if (isAccessError(cause)) return cause;
  // If the runtime gives no code, an error after the end of the source means truncation.
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return code === "Z_BUF_ERROR" || (code === undefined && hasEnded)
    ? new AccessError("truncated", "the encoded content is truncated", { cause, retryable: true })
    : new AccessError("protocol-error", "the encoded content is invalid", { cause });
}
