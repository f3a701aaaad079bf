import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "URLs that the rule forbids are rejected",
  // A component that is not parsed is not described either.
  sections: ["vectors", "laws"],
  advice: "refuse",
  scheme: echoScheme({
    parse: (url, report) =>
      parse(url, (problem) => {
        if (problem.code !== "query-not-allowed") report(problem);
      }),
  }),
};
