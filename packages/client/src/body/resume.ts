import { AccessError, type Completeness } from "@anyurl/core";
import type { RetryState } from "../call/retry.ts";

/** A body, and the offset in its entity at which it starts. */
export interface BodyPart {
  readonly body: AsyncGenerator<Uint8Array, Completeness, void>;
  /** Size of the whole entity in bytes, if the server reports it. */
  readonly size: number | undefined;
}

/** Number of bytes that are fetched again and compared. */
const OVERLAP = 4 * 1024;

/**
 * Yields a body and resumes it if the connection is lost: opens it again some bytes before the current position, and
 * compares these bytes. `open` opens the entity at an offset.
 *
 * @throws {AccessError} changed: the entity has changed; also the error of the last attempt.
 */
export async function* resumableBody(
  first: BodyPart,
  start: number,
  open: (start: number) => Promise<BodyPart>,
  retrying: RetryState,
): AsyncGenerator<Uint8Array, Completeness, void> {
  let { body } = first;
  let at = start;
  const tail = new Tail();
  try {
    for (;;) {
      let next: IteratorResult<Uint8Array, Completeness>;
      try {
        next = await body.next();
      } catch (error) {
        await retrying.failed(error);
        body = await retrying.run(async () => {
          const part = await open(at - tail.length);
          if (part.size !== undefined && first.size !== undefined && part.size !== first.size)
            throw changed();
          return behind(tail.octets(), part.body);
        });
        continue;
      }
      if (next.done === true) return next.value;
      at += next.value.length;
      tail.add(next.value);
      yield next.value;
    }
  } finally {
    await body.return("unknown");
  }
}

/** Skips known bytes and returns the rest of the body. @throws {AccessError} changed: the bytes differ. */
async function behind(
  known: Uint8Array,
  body: AsyncGenerator<Uint8Array, Completeness, void>,
): Promise<AsyncGenerator<Uint8Array, Completeness, void>> {
  let seen = 0;
  while (seen < known.length) {
    const next = await body.next();
    if (next.done === true) throw changed();
    const octets = next.value;
    const same = Math.min(octets.length, known.length - seen);
    for (let i = 0; i < same; i++) if (octets[i] !== known[seen + i]) throw await left(body);
    seen += same;
    if (same < octets.length) return joined(octets.subarray(same), body);
  }
  return body;
}

async function* joined(
  octets: Uint8Array,
  body: AsyncGenerator<Uint8Array, Completeness, void>,
): AsyncGenerator<Uint8Array, Completeness, void> {
  try {
    yield octets;
    return yield* body;
  } finally {
    await body.return("unknown");
  }
}

async function left(body: AsyncGenerator<Uint8Array, Completeness, void>): Promise<AccessError> {
  await body.return("unknown");
  return changed();
}

function changed(): AccessError {
  return new AccessError("changed", "cannot resume: the file has changed on the server", {
    hint: "download it from the beginning",
  });
}

/** The last bytes of a stream. */
class Tail {
  readonly #memory: Uint8Array = new Uint8Array(2 * OVERLAP);
  #end = 0;

  get length(): number {
    return Math.min(this.#end, OVERLAP);
  }

  octets(): Uint8Array {
    return this.#memory.subarray(this.#end - this.length, this.#end);
  }

  add(octets: Uint8Array): void {
    const added = octets.subarray(Math.max(0, octets.length - OVERLAP));
    // Do not move the memory for each chunk: a chunk may be a single byte.
    if (this.#end + added.length > this.#memory.length) {
      this.#memory.copyWithin(0, Math.max(0, this.#end - OVERLAP), this.#end);
      this.#end = Math.min(this.#end, OVERLAP);
    }
    this.#memory.set(added, this.#end);
    this.#end += added.length;
  }
}
