import { AccessError, isAccessError } from "@anyurl/core";
import { concat, copyBytes } from "@anyurl/core/exchange";

type Octets = AsyncGenerator<Uint8Array, void, void>;

/** So many octets out of one are more than anything that somebody would send in earnest … */
const MAX_RATIO = 1000;
/** … once there are as many as this. */
const MIN_JUDGED: number = 1024 * 1024;

/** Octets that are given to the decoder at once: what they grow to waits in it. */
const PIECE: number = 4 * 1024;

/**
 * What a coding was put around, at the reader's pace.
 *
 * @param format by the name that the runtime has for it; "deflate" is taken with the wrapping of zlib and without, for
 *   servers send either (RFC 9110 §8.4.1.2).
 */
export async function* inflated(body: Octets, format: string): Octets {
  try {
    const first = await beginning(body);
    // No octets at all are no coding either: some servers say so of an empty body.
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

/** @throws {AccessError} too-large: out of so few octets so many do not come in earnest. */
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

/** Hands octets to a decoder, as fast as it takes them. */
class Feeding {
  /** Octets that the decoder has been given. */
  taken = 0;
  /** What the source of the octets has failed with. */
  failure: { readonly error: unknown } | undefined;
  /** Has the source said that these were all? */
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
    // What the decoder does not like, its reader is told.
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

/** The first octets, two of them at least if there are so many. */
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

/** CMF and FLG (RFC 1950 §2.2). */
function isZlib([cmf = 0, flg = 0]: Uint8Array): boolean {
  return (cmf & 0x0f) === 8 && ((cmf << 8) | flg) % 31 === 0;
}

function undecodable(cause: unknown, hasEnded: boolean): AccessError {
  if (isAccessError(cause)) return cause;
  // Where the runtime does not say what is wrong, what tells is whether the decoder still wanted octets.
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return code === "Z_BUF_ERROR" || (code === undefined && hasEnded)
    ? new AccessError("truncated", "the content ends before its coding does", { cause, retryable: true })
    : new AccessError("protocol-error", "the content is not what its coding has it", { cause });
}

function bomb(): AccessError {
  return new AccessError(
    "too-large",
    `the content grows to more than ${MAX_RATIO} times its size when its coding is undone`,
    { hint: 'set the option acceptEncoding: "identity"' },
  );
}
