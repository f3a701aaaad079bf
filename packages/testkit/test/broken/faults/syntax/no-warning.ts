import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "unusual URLs get a warning",
  sections: ["vectors"],
  advice: "warn",
  scheme: echoScheme({
    parse: (url, report) =>
      parse(url, (problem) => {
        if (problem.severity !== "warning") report(problem);
      }),
  }),
};
