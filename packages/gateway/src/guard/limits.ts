import { toClientKey } from "./client-key.ts";
import { ConcurrencyLimiter, type Release } from "./concurrency-limiter.ts";
import { GatewayError } from "./gateway-error.ts";
import type { ClientInfo } from "./gateway-request.ts";
import type { GuardSettings } from "./guard-options.ts";
import { RateLimiter } from "./rate-limiter.ts";

/** The concurrency and rate limits of a gateway. */
export interface GuardLimits {
  readonly targets: ConcurrencyLimiter;
  readonly targetShares: ConcurrencyLimiter;
  readonly targetRates: RateLimiter;
  /** @throws {Refusal} client-rate, client-busy, busy. */
  acquire(caller: ClientInfo | undefined, leaves: Release[]): void;
}

/** Creates the limits. */
export function createLimits(settings: GuardSettings, now: () => number): GuardLimits {
  const { maxRequests, maxPerClient, maxPerTarget, maxTracked, clientRate, targetRate } = settings;
  const all = new ConcurrencyLimiter(maxRequests);
  const clients = new ConcurrencyLimiter(maxPerClient);
  const clientRates = new RateLimiter(clientRate, maxTracked, now);
  return {
    targets: new ConcurrencyLimiter(maxPerTarget),
    targetShares: new ConcurrencyLimiter(Math.max(1, Math.floor(maxPerTarget / 2))),
    targetRates: new RateLimiter(targetRate, maxTracked, now),
    acquire(caller, leaves) {
      const key = caller?.address === undefined ? undefined : toClientKey(caller.address);
      const wait = key === undefined ? 0 : clientRates.take(key);
      if (wait > 0) throw new GatewayError("client-rate", { retryAfter: wait / 1000 });
      const leave = key === undefined ? () => {} : clients.acquire(key);
      if (leave === undefined) throw new GatewayError("client-busy");
      leaves.push(leave);
      const leaveAll = all.acquire("");
      if (leaveAll === undefined) throw new GatewayError("gateway-busy");
      leaves.push(leaveAll);
    },
  };
}
