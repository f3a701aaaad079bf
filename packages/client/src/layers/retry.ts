import { defineOptions, type OptionSet, type OptionsInput, resolveOptions } from "@anyurl/core";
import { CLOCK_OPTION, systemClock } from "../call/clock.ts";
import { delay } from "../call/delay.ts";
import { backoffDelay } from "../call/retry.ts";
import { retryOptions } from "../call/retry-options.ts";
import { type Layer, wrapTransport } from "./layer.ts";

const DECLARATIONS: (typeof retryOptions)["declarations"] & { readonly clock: typeof CLOCK_OPTION } = {
  ...retryOptions.declarations,
  clock: CLOCK_OPTION,
};

const layerOptions: OptionSet<typeof DECLARATIONS> = defineOptions("retry", DECLARATIONS);

/** The retry options of a call, but with a default of 3 `attempts`. */
export interface RetryLayerOptions extends OptionsInput<OptionSet<typeof DECLARATIONS>> {}

/** System errors that may be temporary. */
const MAY_PASS: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * Repeats lookups and connects after temporary failures, and nothing else: to repeat a call, use the client's option
 * `retry`. A missing name, an invalid certificate, a policy error and an abort are final.
 *
 * All attempts and waits count toward `connectTimeout`. A host with several addresses takes longer to fail: while one
 * address is retried, the next one is dialed in parallel.
 *
 * @throws {AccessError} bad-option
 */
export function retry(options?: RetryLayerOptions): Layer {
  const settings = resolveOptions(
    { ...layerOptions, defaults: { ...layerOptions.defaults, attempts: 3 } },
    options,
  );
  const { clock = systemClock } = settings;

  const retryWithDelay = async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        const { code } = (error ?? {}) as { readonly code?: unknown };
        if (failures >= settings.attempts || !MAY_PASS.has(code)) throw error;
      }
      // After an abort, throws its reason instead of waiting.
      await delay(clock, backoffDelay(failures, settings), signal);
    }
  };
  return (next) =>
    wrapTransport(next, {
      resolve: (name, signal) => retryWithDelay(() => next.resolve(name, signal), signal),
      connect: (endpoint, signal) => retryWithDelay(() => next.connect(endpoint, signal), signal),
    });
}
