import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "every URL has a consistent view",
  sections: ["laws"],
  advice: "presentation",
  // The scheme has no option for the answers.
  scheme: echoScheme({
    presentation: { view: { form: { attribute: "ask", read: () => [], option: "answers" } } },
  }),
};
