import { resolveOptions } from "@anyurl/core";
import type { TransportEndpoint } from "@anyurl/core/exchange";
import { systemClock } from "../call/clock.ts";
import { delay } from "../call/delay.ts";
import { FaultyConnection } from "./chaos-connection.ts";
import { type ChaosFault, type ChaosOptions, chaosOptions } from "./chaos-options.ts";
import { systemError } from "./failures.ts";
import { drawFaultPlan } from "./fault-plan.ts";
import { type Layer, wrapConnection, wrapTransport } from "./layer.ts";
import { createRandom } from "./seeded-random.ts";

/**
 * Simulates a bad network for tests: slow, refused, truncated, reset and stalled connections, chosen at random but
 * reproducibly for a seed. Bytes arrive in order, unaltered and once, unless `corrupt` is set; `onEvent` reports each
 * fault, so that a test knows which failures to expect.
 *
 * @throws {AccessError} bad-option
 */
export function chaos(options: ChaosOptions): Layer {
  const settings = resolveOptions(chaosOptions, options);
  const { seed, longest, onEvent, clock = systemClock } = settings;
  return (next) => {
    let count = 0;
    return wrapTransport(next, {
      connect: async (endpoint: TransportEndpoint, signal) => {
        signal.throwIfAborted();
        const connection = ++count;
        const dice = createRandom(seed, connection);
        const fate = drawFaultPlan(settings, dice);
        const { address, port } = endpoint;
        const injected = new Set<ChaosFault>();
        const tell = (did: ChaosFault, at: number) => {
          if (!injected.has(did)) onEvent?.({ did, connection, address, port, at });
          injected.add(did);
        };
        if (fate.slowConnect) {
          tell("slow-connect", 0);
          await delay(clock, dice() * longest, signal);
        }
        if (fate.refuse) {
          tell("refuse", 0);
          throw systemError("connect", "ECONNREFUSED");
        }
        const made = await next.connect(endpoint, signal);
        const wait = (until: AbortSignal) => delay(clock, dice() * longest, until);
        const chaotic = new FaultyConnection(made, fate, { wait, tell });
        return wrapConnection(made, {
          send: (octets) => chaotic.send(octets),
          receive: (phase) => chaotic.receive(phase),
          poll: () => chaotic.poll(),
          close: () => chaotic.close(),
        });
      },
    });
  };
}
