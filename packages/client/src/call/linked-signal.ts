/** A signal of one's own, which follows somebody else's until it is ended. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the other one, and aborts its own with this reason unless it is by then. Idempotent. */
  end(reason: Error): void;
}

export function linkSignal(other: AbortSignal | undefined): LinkedSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(other?.reason);
  other?.addEventListener("abort", abort, { once: true });
  if (other?.aborted) abort();
  return {
    signal: controller.signal,
    end(reason) {
      other?.removeEventListener("abort", abort);
      controller.abort(reason);
    },
  };
}
