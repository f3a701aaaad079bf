import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "delimiters inside a value are escaped",
  sections: ["vectors", "laws"],
  advice: "format-refuses",
  scheme: echoScheme({ format: (init) => format(init).replaceAll("%3F", "?") }),
};
