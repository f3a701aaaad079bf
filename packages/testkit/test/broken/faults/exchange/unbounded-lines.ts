import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoBy } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "the length of a line is limited",
  sections: ["hostile peers in memory"],
  advice: "hostile-bounds",
  scheme: echoBy((url, limits, wish) => echo(url, { ...limits, maxLine: Number.POSITIVE_INFINITY }, wish)),
};
