import type { Exchange } from "@anyurl/core/exchange";

/** Runs an exchange and maps each of its events to another event, or to none. */
export function* mapEvents<A, B, R>(
  within: Exchange<A, R>,
  map: (event: A) => B | undefined,
): Exchange<B, R> {
  let next = within.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.do === "emit") {
      const event = map(step.event);
      if (event !== undefined) yield { do: "emit", event };
      next = within.next();
      continue;
    }
    let octets: Uint8Array | undefined;
    try {
      octets = yield step;
    } catch (error) {
      next = within.throw(error);
      continue;
    }
    next = within.next(octets);
  }
  return next.value;
}
