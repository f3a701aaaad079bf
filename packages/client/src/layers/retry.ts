import { type Clock, systemClock } from "../call/clock.ts";
import { delay } from "../call/delay.ts";
import { checkNumbers } from "../call/numbers.ts";
import { backoffDelay } from "../call/retry.ts";
import type { RetryOptions } from "../options.ts";
import { type Layer, wrapTransport } from "./layer.ts";

/** As for a call, but that the default of `attempts` is 3. */
export interface RetryLayerOptions extends RetryOptions {
  readonly clock?: Clock;
}

/** Failures of the system that may pass by themselves. */
const MAY_PASS: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Looks up and connects again, where that has failed in a way that may pass. Nothing else is done twice: what has been
 * sent over a connection is the caller's affair, and so is a call (the client's own option `retry`). A name that is not
 * there, a certificate that is none, what a policy forbids and an abort are not tried again.
 *
 * All of it, the waits too, counts towards `connectTimeout`. A host with several addresses is slower to be given up:
 * while one of them is tried again, the next is tried beside it.
 *
 * @throws {RangeError} an option that is no number from 0 on.
 */
export function retry(options: RetryLayerOptions = {}): Layer {
  const { attempts = 3, first = 250, most = 2_000, random = Math.random, clock = systemClock } = options;
  checkNumbers("retry", { attempts, first, most }, (value) => value >= 0, "from 0 on");

  const patiently = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (failures >= attempts || !mayPass(error)) throw error;
      }
      // After an abort, it throws its reason instead of waiting.
      await delay(clock, backoffDelay(failures, { first, most, random }), signal);
    }
  };
  return (next) =>
    wrapTransport(next, {
      resolve: (name, signal) => patiently(() => next.resolve(name, signal), signal),
      connect: (endpoint, signal) => patiently(() => next.connect(endpoint, signal), signal),
    });
}

function mayPass(error: unknown): boolean {
  return MAY_PASS.has((error as { readonly code?: unknown } | undefined)?.code);
}
