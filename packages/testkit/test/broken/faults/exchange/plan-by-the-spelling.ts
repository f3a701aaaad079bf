import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme, planBy } from "../../healthy/scheme.ts";
import { named } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "equivalent URLs send the same bytes",
  sections: ["vectors", "laws"],
  advice: "normal-sends",
  scheme: echoScheme({
    // Plans the raw path if it contains the escape %7E; otherwise plans correctly.
    plan: planBy((url, ...rest) =>
      echo(/%7e/i.test(url.path) ? named(url, url.path.slice(1)) : url, ...rest),
    ),
  }),
};
