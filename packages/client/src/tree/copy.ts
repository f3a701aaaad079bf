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
 * @throws {AccessError} truncated: the source ended before it was complete.
 */
export async function copyBody(
  { body, complete }: GetResult,
  write: (source: Source) => Promise<void>,
): Promise<CopyResult> {
  let octets = 0;
  const reader = body.getReader();
  let left = true;
  async function* source(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        left = false;
        // If the write ended normally, the target would treat the incomplete data as complete.
        if ((await complete) === false) throw truncated();
        return;
      }
      octets += value.length;
      yield value;
    }
  }
  try {
    await write(source());
    const ending = left ? false : await complete;
    if (ending === false) throw truncated();
    return { octets, complete: ending };
  } finally {
    if (left) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

function truncated(): AccessError {
  return new AccessError("truncated", "the copy ended before all of the source was read", {
    retryable: true,
  });
}
