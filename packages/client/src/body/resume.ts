import { AccessError, type Completeness } from "@anyurl/core";
import type { RetryState } from "../call/retry.ts";

/** A body, and the octets of its entity with which it begins. */
export interface BodyPart {
  readonly body: AsyncGenerator<Uint8Array, Completeness, void>;
  /** Octets of the whole entity, where the server says it. */
  readonly size: number | undefined;
}

/** Octets that are fetched twice, to see that they are still the same. */
const OVERLAP = 4 * 1024;

/**
 * The octets of a body that goes on when its connection breaks: it is opened again some octets before the break, and
 * those must be what they were. `open` opens the entity at an octet.
 *
 * @throws {AccessError} changed: it is another entity by now; what the last attempt has thrown.
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

/** What follows octets that are known. */
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

/** The last octets of a stream. */
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
    // Not for each chunk, which may be a single byte.
    if (this.#end + added.length > this.#memory.length) {
      this.#memory.copyWithin(0, Math.max(0, this.#end - OVERLAP), this.#end);
      this.#end = Math.min(this.#end, OVERLAP);
    }
    this.#memory.set(added, this.#end);
    this.#end += added.length;
  }
}
