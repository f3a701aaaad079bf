import { AccessError, isAccessError } from "@anyurl/core";
import { concat, copyBytes } from "@anyurl/core/exchange";

type ByteGenerator = AsyncGenerator<Uint8Array, void, void>;

/** Content that grows by more than this factor is rejected … */
const MAX_EXPANSION_RATIO = 1000;
/** … after this number of bytes. */
const RATIO_CHECK_BYTES: number = 1024 * 1024;

/** The bytes that go to the decoder at a time, because it buffers what they expand to. */
const DECODER_CHUNK_BYTES: number = 4 * 1024;

/**
 * Decodes one content coding, at the pace of the reader.
 *
 * @param format the name in DecompressionStream; "deflate" is accepted with and without the zlib wrapper, because
 *   servers send both (RFC 9110 §8.4.1.2).
 */
export async function* inflate(body: ByteGenerator, format: string): ByteGenerator {
  try {
    const first = await readBeginning(body);
    // An empty body has no coding, although some servers declare one.
    if (first === undefined) return;
    const real = format === "deflate" && !isZlib(first) ? "deflate-raw" : format;
    yield* pipeThroughDecoder(body, first, real);
  } finally {
    await body.return();
  }
}

function pipeThroughDecoder(body: ByteGenerator, first: Uint8Array, format: string): ByteGenerator {
  const decoder = new DecompressionStream(format as CompressionFormat);
  const reader: ReadableStreamDefaultReader<Uint8Array> = decoder.readable.getReader();
  const feeding = new DecoderFeed(body, first, decoder.writable.getWriter());
  return limitExpansion(drainDecoder(reader, feeding), () => feeding.taken);
}

/** Passes content on and limits its growth. @throws {AccessError} too-large: the ratio exceeds the limit. */
export async function* limitExpansion(content: ByteGenerator, taken: () => number): ByteGenerator {
  let given = 0;
  try {
    for (;;) {
      const next = await content.next();
      if (next.done === true) return;
      given += next.value.length;
      if (given > RATIO_CHECK_BYTES && given > MAX_EXPANSION_RATIO * taken()) throw expansionError();
      yield next.value;
    }
  } finally {
    await content.return();
  }
}

async function* drainDecoder(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  feeding: DecoderFeed,
): ByteGenerator {
  try {
    for (;;) {
      const next = await reader.read().catch((error) => {
        throw feeding.failure?.error ?? decodingError(error, feeding.hasEnded);
      });
      if (next.done) break;
      yield next.value;
    }
    if (feeding.failure !== undefined) throw feeding.failure.error;
  } finally {
    feeding.stop();
    reader.cancel().catch(() => {});
  }
}

/** Feeds bytes to a decoder as fast as it accepts them. */
class DecoderFeed {
  /** The number of bytes that the decoder was given. */
  taken = 0;
  /** The error of the source. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the source has ended. */
  hasEnded = false;
  #isStopped = false;

  constructor(body: ByteGenerator, first: Uint8Array, writer: WritableStreamDefaultWriter<BufferSource>) {
    void this.#feed(body, first, writer);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #feed(
    body: ByteGenerator,
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
      this.hasEnded = true;
      await writer.close();
    } catch {
      if (this.failure !== undefined) writer.abort(this.failure.error).catch(() => {});
    }
  }

  async #next(body: ByteGenerator): Promise<Uint8Array | undefined> {
    try {
      return (await body.next()).value ?? undefined;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

/** Returns the first bytes of the body, at least two if there are two. */
async function readBeginning(body: ByteGenerator): Promise<Uint8Array | undefined> {
  let first: Uint8Array | undefined;
  for (;;) {
    const next = await body.next();
    if (next.done === true) return first;
    const all: Uint8Array = first === undefined ? next.value : concat(first, next.value);
    if (all.length >= 2) return all;
    first = all.length === 0 ? undefined : copyBytes(all);
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

function expansionError(): AccessError {
  return new AccessError(
    "too-large",
    `the decoded content exceeds ${MAX_EXPANSION_RATIO} times the size of the encoded content`,
    { hint: 'set the option acceptEncoding: "identity"' },
  );
}
