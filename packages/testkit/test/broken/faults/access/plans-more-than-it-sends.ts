import { octetsOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

const { plan } = echoScheme();

export const fault: Fault = {
  breaks: "the plan is what is sent, and no more",
  sections: ["vectors", "access: plan"],
  advice: "plan-is-wire",
  scheme: echoScheme({
    plan: (url, operation) => {
      const planned = plan!(url, operation);
      const more = {
        do: "send",
        on: "control",
        octets: octetsOf("QUIT\r\n"),
        text: "QUIT",
        cite: "",
      } as const;
      return { ...planned, steps: [...planned.steps, more] };
    },
  }),
};
