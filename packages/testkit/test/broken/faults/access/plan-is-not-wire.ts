import { octetsOf, textOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echo } from "../../healthy/exchange.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { stepsOf } from "../../stepped.ts";

export const fault: Fault = {
  breaks: "the plan is what is sent",
  sections: ["transcripts", "access: plan"],
  advice: "plan-is-wire",
  scheme: echoScheme({
    access: async () =>
      accessOf((...given) =>
        stepsOf(echo(...given), (step) =>
          step.do === "send" && textOf(step.octets) === "LIST \r\n"
            ? { ...step, octets: octetsOf("LIST\r\n") }
            : step,
        ),
      ),
  }),
};
