import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoBy } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "the length of a listing is limited",
  sections: ["access: limits", "hostile peers in memory"],
  advice: "limits",
  scheme: echoBy((url, limits, wish) =>
    echo(
      url,
      { ...limits, maxEntries: Number.POSITIVE_INFINITY, maxListing: Number.POSITIVE_INFINITY },
      wish,
    ),
  ),
};
