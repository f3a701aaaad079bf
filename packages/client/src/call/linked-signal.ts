/** An abort signal that follows another signal until it is ended. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Stops following the other signal. Idempotent. */
  unlink(): void;
  /** Stops following the other signal, and aborts this one with the reason if it is not aborted yet. Idempotent. */
  end(reason: Error): void;
}

export function linkSignal(other: AbortSignal | undefined): LinkedSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(other?.reason);
  other?.addEventListener("abort", abort, { once: true });
  if (other?.aborted) abort();
  const unlink = () => other?.removeEventListener("abort", abort);
  return {
    signal: controller.signal,
    unlink,
    end(reason) {
      unlink();
      controller.abort(reason);
    },
  };
}
