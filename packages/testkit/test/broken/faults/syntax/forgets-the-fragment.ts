import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "what was read is written again",
  sections: ["vectors"],
  advice: "format-undoes-parse",
  scheme: echoScheme({ format: ({ fragment: _, ...init }) => format(init) }),
};
