import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme, planBy } from "../../healthy/scheme.ts";
import { named } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "values that cannot be sent are rejected before anything is sent",
  sections: ["vectors"],
  advice: "plan-refuses",
  scheme: echoScheme({
    plan: planBy((url, ...rest) => echo(named(url, url.parts.name.replaceAll(/[\0\r\n]/g, "")), ...rest)),
  }),
};
