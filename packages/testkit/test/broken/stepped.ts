import type { Exchange, Step } from "@anyurl/core/exchange";
import type { EchoUrl } from "./healthy/syntax.ts";

/** Returns the same exchange with some steps, and some of what it receives, replaced. */
export function* stepsOf<Event, Result>(
  exchange: Exchange<Event, Result>,
  change: (step: Step<Event>) => Step<Event>,
  hear: (octets: Uint8Array, step: Step<Event>) => Uint8Array = (octets) => octets,
): Exchange<Event, Result> {
  let next = exchange.next();
  while (next.done !== true) {
    const step = next.value;
    let octets: Uint8Array | undefined;
    try {
      octets = yield change(step);
    } catch (error) {
      next = exchange.throw(error);
      continue;
    }
    next = exchange.next(octets && hear(octets, step));
  }
  return next.value;
}

/** Returns the same URL with the name of another text. */
export function named(url: EchoUrl, name: string): EchoUrl {
  return new Proxy(url, {
    get: (target, key) => (key === "parts" ? { name } : Reflect.get(target, key, target)),
  });
}
