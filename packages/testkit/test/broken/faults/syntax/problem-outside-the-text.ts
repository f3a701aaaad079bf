import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a problem has a range inside the text",
  sections: ["vectors", "laws"],
  advice: "place",
  scheme: echoScheme({
    parse: (url, report) => parse(url, (problem) => report({ ...problem, end: problem.end + 100 })),
  }),
};
