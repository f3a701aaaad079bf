import { octetsOf, textOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import type { Echo } from "../../healthy/exchange.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { stepsOf } from "../../stepped.ts";

/** Takes the first packet for the whole greeting, and appends a line end if it is missing. */
const hasty: Echo = (...given) => {
  let isFirst = true;
  return stepsOf(
    echo(...given),
    (step) => step,
    (octets, step) => {
      if (!isFirst || step.do !== "receive") return octets;
      isFirst = false;
      return octetsOf(`${textOf(octets).trimEnd()}\r\n`);
    },
  );
};

export const fault: Fault = {
  breaks: "packets may be split at any byte",
  sections: ["transcripts", "hostile peers in memory"],
  advice: "replay",
  scheme: echoScheme({ access: async () => accessOf(hasty) }),
};
