import { AccessError, isAccessError } from "@anyurl/core";
import { concat, copyBytes } from "@anyurl/core/exchange";

type Octets = AsyncGenerator<Uint8Array, void, void>;

/** Content that grows by more than this factor is rejected … */
const MAX_RATIO = 1000;
/** … after this number of bytes. */
const MIN_JUDGED: number = 1024 * 1024;

/** The bytes that go to the decoder at a time, because it buffers what they expand to. */
const PIECE: number = 4 * 1024;

/**
 * Decodes one content coding, at the pace of the reader.
 *
 * @param format the name in DecompressionStream; "deflate" is accepted with and without the zlib wrapper, because
 *   servers send both (RFC 9110 §8.4.1.2).
 */
export async function* inflated(body: Octets, format: string): Octets {
  try {
    const first = await beginning(body);
    // An empty body has no coding, although some servers declare one.
    if (first === undefined) return;
    const real = format === "deflate" && !isZlib(first) ? "deflate-raw" : format;
    yield* through(body, first, real);
  } finally {
    await body.return();
  }
}

function through(body: Octets, first: Uint8Array, format: string): Octets {
  const decoder = new DecompressionStream(format as CompressionFormat);
  const reader: ReadableStreamDefaultReader<Uint8Array> = decoder.readable.getReader();
  const feeding = new Feeding(body, first, decoder.writable.getWriter());
  return inProportion(drained(reader, feeding), () => feeding.taken);
}

/** Passes content on and limits its growth. @throws {AccessError} too-large: the ratio exceeds the limit. */
export async function* inProportion(content: Octets, taken: () => number): Octets {
  let given = 0;
  try {
    for (;;) {
      const next = await content.next();
      if (next.done === true) return;
      given += next.value.length;
      if (given > MIN_JUDGED && given > MAX_RATIO * taken()) throw bomb();
      yield next.value;
    }
  } finally {
    await content.return();
  }
}

async function* drained(reader: ReadableStreamDefaultReader<Uint8Array>, feeding: Feeding): Octets {
  try {
    for (;;) {
      const next = await reader.read().catch((error) => {
        throw feeding.failure?.error ?? undecodable(error, feeding.hasEnded);
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
class Feeding {
  /** The number of bytes that the decoder was given. */
  taken = 0;
  /** The error of the source. */
  failure: { readonly error: unknown } | undefined;
  /** Whether the source has ended. */
  hasEnded = false;
  #isStopped = false;

  constructor(body: Octets, first: Uint8Array, writer: WritableStreamDefaultWriter<BufferSource>) {
    void this.#feed(body, first, writer);
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #feed(
    body: Octets,
    first: Uint8Array,
    writer: WritableStreamDefaultWriter<BufferSource>,
  ): Promise<void> {
    // The reader reports errors of the decoder.
    writer.closed.catch(() => {});
    try {
      let octets: Uint8Array | undefined = first;
      while (octets !== undefined && !this.#isStopped) {
        for (let at = 0; at < octets.length && !this.#isStopped; at += PIECE) {
          const piece = copyBytes(octets, at, at + PIECE);
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

  async #next(body: Octets): Promise<Uint8Array | undefined> {
    try {
      return (await body.next()).value ?? undefined;
    } catch (error) {
      this.failure = { error };
      throw error;
    }
  }
}

/** Returns the first bytes of the body, at least two if there are two. */
async function beginning(body: Octets): Promise<Uint8Array | undefined> {
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

function undecodable(cause: unknown, hasEnded: boolean): AccessError {
  if (isAccessError(cause)) return cause;
  // If the runtime gives no code, an error after the end of the source means truncation.
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return code === "Z_BUF_ERROR" || (code === undefined && hasEnded)
    ? new AccessError("truncated", "the encoded content is truncated", { cause, retryable: true })
    : new AccessError("protocol-error", "the encoded content is invalid", { cause });
}

function bomb(): AccessError {
  return new AccessError(
    "too-large",
    `the decoded content exceeds ${MAX_RATIO} times the size of the encoded content`,
    { hint: 'set the option acceptEncoding: "identity"' },
  );
}
