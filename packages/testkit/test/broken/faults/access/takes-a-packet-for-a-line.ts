import { octetsOf, textOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import type { Echo } from "../../healthy/exchange.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme } from "../../healthy/scheme.ts";

/** Takes the first packet for the whole greeting, and appends a line end if it is missing. */
const hasty: Echo = function* (...given) {
  const exchange = echo(...given);
  let next = exchange.next();
  let isFirst = true;
  while (next.done !== true) {
    const step = next.value;
    let octets: Uint8Array | undefined;
    try {
      octets = yield step;
    } catch (error) {
      next = exchange.throw(error);
      continue;
    }
    if (isFirst && step.do === "receive" && octets !== undefined) {
      isFirst = false;
      octets = octetsOf(`${textOf(octets).trimEnd()}\r\n`);
    }
    next = exchange.next(octets);
  }
  return next.value;
};

export const fault: Fault = {
  breaks: "packets may be split at any byte",
  sections: ["transcripts", "hostile peers in memory"],
  advice: "replay",
  scheme: echoScheme({ access: async () => accessOf(hasty) }),
};
