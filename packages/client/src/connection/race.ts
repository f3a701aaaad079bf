import type { Connection } from "@anyurl/core/exchange";
import type { Clock } from "../call/clock.ts";
import { delay } from "../call/delay.ts";

/** Milliseconds before the next address is tried in parallel (RFC 8305 §5). */
const HEAD_START = 250;

/**
 * Connects to the addresses in order, each with a head start over the next. Returns the first connection, and closes
 * the others.
 *
 * @throws the reason of the abort. @throws {AggregateError} all attempts failed.
 */
export async function raceAddresses(
  clock: Clock,
  addresses: readonly string[],
  connect: (address: string, signal: AbortSignal) => Promise<Connection>,
  signal: AbortSignal,
): Promise<Connection> {
  const losers = new AbortController();
  const stop = () => losers.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const attempts: Promise<Connection>[] = [];
  let winner: Connection | undefined;
  try {
    for (const address of addresses) {
      attempts.push(connect(address, losers.signal));
      winner = await Promise.race([
        Promise.any(attempts).catch(() => undefined),
        delay(clock, HEAD_START, losers.signal).then(ignore, ignore),
      ]);
      if (winner !== undefined || signal.aborted) break;
    }
    winner ??= await Promise.any(attempts);
    return winner;
  } finally {
    for (const attempt of attempts)
      attempt.then((connection) => connection !== winner && connection.close()).catch(() => {});
    losers.abort(OVER);
  }
}

/** Aborts the slower attempts. Shared, because creating an error takes longer than the abort. */
const OVER: Error = new Error("another address connected first");

const ignore = () => undefined;
