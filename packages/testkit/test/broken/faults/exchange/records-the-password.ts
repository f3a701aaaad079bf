import type { Fault } from "../../fault.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoBy } from "../../healthy/scheme.ts";
import { stepsOf } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "a record contains no password",
  sections: ["transcripts", "vectors", "examples", "laws"],
  advice: "replay-secrets",
  scheme: echoBy((...given) =>
    stepsOf(echo(...given), (step) => {
      if (step.do !== "send") return step;
      const { secret: _, ...shown } = step;
      return shown;
    }),
  ),
};
