import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a delimiter that is data is escaped",
  sections: ["vectors", "laws"],
  advice: "format-refuses",
  scheme: echoScheme({ format: (init) => format(init).replaceAll("%3F", "?") }),
};
