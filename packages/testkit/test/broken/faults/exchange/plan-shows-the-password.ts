import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme, planBy } from "../../healthy/scheme.ts";
import { stepsOf } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "a plan contains no password",
  sections: ["vectors", "examples", "laws"],
  advice: "password",
  scheme: echoScheme({
    plan: planBy((...given) =>
      stepsOf(echo(...given), (step) => {
        if (step.do !== "send") return step;
        const { secret: _, ...shown } = step;
        return shown;
      }),
    ),
  }),
};
