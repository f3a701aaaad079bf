/** An abort signal that follows another signal until it is ended. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Stops following the other signal, and aborts this one with the reason if it is not aborted yet. Idempotent. */
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
