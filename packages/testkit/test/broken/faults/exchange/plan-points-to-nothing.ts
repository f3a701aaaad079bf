import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme, planBy } from "../../healthy/scheme.ts";
import { stepsOf } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "a plan refers only to described parts",
  sections: ["vectors", "examples", "laws"],
  advice: "plan-parts",
  scheme: echoScheme({
    plan: planBy((...given) =>
      stepsOf(echo(...given), (step) =>
        step.do === "send" && step.part === "name" ? { ...step, part: "text" } : step,
      ),
    ),
  }),
};
