import { AccessError, type Source } from "@anyurl/core";

/** The body of a request as the source of a call. */
export interface Upload {
  readonly octets: Source;
  /** Returns the error of the body itself. It is wrapped in an object, because it can be any value. */
  failure(): { readonly error: unknown } | undefined;
  /**
   * Ends the upload. Idempotent. A scheme that still reads gets an error, so that it does not take the body for
   * complete.
   */
  end(): void;
}

/** @throws {TypeError} the body has another reader. */
export function createUpload(body: ReadableStream<Uint8Array> | undefined): Upload {
  const reader = body?.getReader();
  let failure: { readonly error: unknown } | undefined;
  let over = false;
  async function* octets(): AsyncGenerator<Uint8Array, void, void> {
    while (reader !== undefined) {
      const next = await reader.read().catch((error) => {
        failure = { error };
        throw error;
      });
      if (over) throw new AccessError("aborted", "the call ended before the request body was complete");
      if (next.done) return;
      if (!(next.value instanceof Uint8Array)) {
        failure = { error: new TypeError("invalid request body: expected a stream of bytes") };
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
