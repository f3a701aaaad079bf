import type { Exchange } from "./step.ts";

/** Runs an exchange, and maps each of its events to others: none, one, or several. */
export function* mapEvents<A, B, R>(within: Exchange<A, R>, map: (event: A) => Iterable<B>): Exchange<B, R> {
  let next = within.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.do === "emit") {
      for (const event of map(step.event)) yield { do: "emit", event };
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
