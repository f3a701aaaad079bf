import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme, planBy } from "../../healthy/scheme.ts";
import { named } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "a fragment is never sent",
  sections: ["vectors", "laws"],
  advice: "fragment",
  scheme: echoScheme({
    plan: planBy((url, ...rest) => echo(named(url, url.parts.name + (url.fragment ?? "")), ...rest)),
  }),
};
