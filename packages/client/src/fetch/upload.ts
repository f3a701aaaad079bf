import { AccessError, type Source } from "@anyurl/core";

/** The body of a request, on its way to a scheme. */
export interface Upload {
  readonly octets: Source;
  /** What the body itself has failed with, in a box, for it can be anything. */
  failure(): { readonly error: unknown } | undefined;
  /** Idempotent. A scheme that still waits for octets then is not told that these were all. */
  end(): void;
}

/** @throws {TypeError} somebody else reads it. */
export function uploadOf(body: ReadableStream<Uint8Array> | undefined): Upload {
  const reader = body?.getReader();
  let failure: { readonly error: unknown } | undefined;
  let over = false;
  async function* octets(): AsyncGenerator<Uint8Array, void, void> {
    while (reader !== undefined) {
      const next = await reader.read().catch((error) => {
        failure = { error };
        throw error;
      });
      if (over) throw new AccessError("aborted", "the call ended before the body of the request did");
      if (next.done) return;
      if (!(next.value instanceof Uint8Array)) {
        failure = { error: new TypeError("the body of a request is octets") };
        throw failure.error;
      }
      yield next.value;
    }
  }
  return {
    octets: octets(),
    failure: () => failure,
    end() {
      over = true;
      reader?.cancel().catch(() => {});
    },
  };
}
