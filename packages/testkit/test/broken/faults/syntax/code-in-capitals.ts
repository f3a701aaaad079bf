import type { ProblemCode } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a code is documented, or begins with x-",
  sections: ["vectors", "laws"],
  advice: "place",
  scheme: echoScheme({
    parse: (url, report) => parse(url, (problem) => report({ ...problem, code: "E_BAD" as ProblemCode })),
  }),
};
