import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "format writes everything that parse reads",
  sections: ["vectors"],
  advice: "format-undoes-parse",
  scheme: echoScheme({ format: ({ fragment: _, ...init }) => format(init) }),
};
