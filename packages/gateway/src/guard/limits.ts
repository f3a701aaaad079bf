import { clientKey } from "./client-key.ts";
import { checkedCount, type Leave, Places } from "./concurrency-limiter.ts";
import { Refusal } from "./gateway-error.ts";
import type { Caller } from "./gateway-request.ts";
import type { GuardOptions } from "./guard.ts";
import { Rates } from "./rate-limiter.ts";

/** The concurrency and rate limits of a gateway. */
export interface GuardLimits {
  readonly targets: Places;
  readonly targetShares: Places;
  readonly targetRates: Rates;
  /** @throws {Refusal} client-rate, client-busy, busy. */
  enter(caller: Caller | undefined, leaves: Leave[]): void;
}

/** Resolves the limits from the options. @throws {RangeError} an option is invalid. */
export function limitsOf(options: GuardOptions, now: () => number): GuardLimits {
  const { maxRequests = 64, maxPerClient = 8, maxPerTarget = 4, maxTracked = 10_000 } = options;
  const { clientRate = { perSecond: 10, burst: 100 }, targetRate = { perSecond: 10, burst: 40 } } = options;
  const most = checkedCount("maxTracked", maxTracked);
  const all = new Places("maxRequests", maxRequests);
  const clients = new Places("maxPerClient", maxPerClient);
  const clientRates = new Rates("clientRate", clientRate, most, now);
  checkedCount("maxForm", options.maxForm ?? 1);
  return {
    targets: new Places("maxPerTarget", maxPerTarget),
    targetShares: new Places("maxPerTarget", Math.max(1, Math.floor(maxPerTarget / 2))),
    targetRates: new Rates("targetRate", targetRate, most, now),
    enter(caller, leaves) {
      const key = caller?.address === undefined ? undefined : clientKey(caller.address);
      const wait = key === undefined ? 0 : clientRates.take(key);
      if (wait > 0)
        throw clientRefused("client-rate", "too many requests from this client in a short time", wait / 1000);
      const leave = key === undefined ? () => {} : clients.enter(key);
      if (leave === undefined)
        throw clientRefused("client-busy", "too many concurrent requests from this client", 1);
      leaves.push(leave);
      const leaveAll = all.enter("");
      if (leaveAll === undefined) throw busy();
      leaves.push(leaveAll);
    },
  };
}

function clientRefused(code: string, message: string, retryAfter: number): Refusal {
  return new Refusal({ status: 429, code, message, retryAfter });
}

function busy(): Refusal {
  return new Refusal({
    status: 503,
    code: "gateway-busy",
    message: "the gateway is busy; try again later",
    retryAfter: 2,
  });
}
