import { AccessError, type Completeness, type Source } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";

/** What has been copied. */
export interface CopyResult {
  /** How many octets. */
  readonly octets: number;
  /** Was that all there is? "unknown" where the protocol of the source cannot tell. */
  readonly complete: Completeness;
}

/**
 * Hands the body of one resource on to another, at the pace of the slower of the two. A source that fails fails the write:
 * what then becomes of the target is its protocol's affair.
 *
 * @throws {AccessError} truncated: the source has ended before all of it was there.
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
        // A target that has been told the end would take a part for the whole.
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
