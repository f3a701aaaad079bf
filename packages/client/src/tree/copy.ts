import { AccessError, type Completeness, type Source } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";

/** The result of a copy. */
export interface CopyResult {
  /** Number of bytes. */
  readonly octets: number;
  /** Is the copy complete? "unknown" if the protocol of the source cannot tell. */
  readonly complete: Completeness;
}

/**
 * Writes the body of one resource to another, at the pace of the slower one. An error of the source ends the write; the
 * state of the target then depends on its protocol.
 *
 * @param confirm called when the source has ended, before the last chunk is written. If it throws, the target is
 *   incomplete, and so has another size than the source.
 * @throws {AccessError} truncated: the source ended before it was complete.
 */
export async function copyBody(
  { chunks, complete }: GetResult,
  write: (source: Source) => Promise<void>,
  confirm?: () => Promise<void>,
): Promise<CopyResult> {
  let octets = 0;
  let isEnded = false;
  const body = chunks();
  async function* source(): AsyncGenerator<Uint8Array, void, void> {
    let held: Uint8Array = new Uint8Array(0);
    for await (const chunk of body) {
      octets += chunk.length;
      if (confirm === undefined) yield chunk;
      else {
        if (held.length > 0) yield held;
        held = copyInto(held, chunk);
      }
    }
    isEnded = true;
    // If the write ended normally, the target would treat the incomplete data as complete.
    if ((await complete) === false) throw truncated();
    await confirm?.();
    if (held.length > 0) yield held;
  }
  try {
    await write(source());
    const ending = isEnded ? await complete : false;
    if (ending === false) throw truncated();
    return { octets, complete: ending };
  } finally {
    if (!isEnded) await body.return().catch(() => {});
  }
}

/** Copies a chunk, whose memory is used again for the next one, into the memory of an earlier copy if it is large enough. */
function copyInto(earlier: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (earlier.buffer.byteLength < chunk.length) return chunk.slice();
  const copy = new Uint8Array(earlier.buffer, 0, chunk.length);
  copy.set(chunk);
  return copy;
}

function truncated(): AccessError {
  return new AccessError("truncated", "the copy ended before all of the source was read", {
    retryable: true,
  });
}
