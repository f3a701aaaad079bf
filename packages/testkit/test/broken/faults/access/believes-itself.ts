import { textOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import type { Echo } from "../../healthy/exchange.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme } from "../../healthy/scheme.ts";

/** Ends after its last line without waiting for the reply. */
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
  breaks: "a write succeeds only after the server's reply",
  sections: ["access: errors", "hostile peers in memory"],
  advice: "hostile-writes",
  scheme: echoScheme({ access: async () => accessOf(believing) }),
};
