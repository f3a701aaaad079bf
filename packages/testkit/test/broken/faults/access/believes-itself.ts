import { textOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import type { Echo } from "../../healthy/exchange.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme } from "../../healthy/scheme.ts";

/** Ends with its last line, and does not wait for the answer. */
const believing: Echo = function* (url, limits, wish) {
  const exchange = echo(url, limits, wish);
  let next = exchange.next();
  while (next.done !== true) {
    const step = next.value;
    let octets: Uint8Array | undefined;
    try {
      octets = yield step;
    } catch (error) {
      next = exchange.throw(error);
      continue;
    }
    if (step.do === "send" && /^(?:REMOVE |\.\r)/.test(textOf(step.octets))) return true;
    next = exchange.next(octets);
  }
  return next.value;
};

export const fault: Fault = {
  breaks: "what is written is done when the server says so",
  sections: ["access: errors", "hostile peers in memory"],
  advice: "hostile-writes",
  scheme: echoScheme({ access: async () => accessOf(believing) }),
};
