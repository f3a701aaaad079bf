import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "only escapes stand for another character",
  sections: ["vectors", "laws"],
  advice: "format-undoes-parse",
  scheme: echoScheme({
    parse: (url, report) => ({ name: parse(url, report).name.replaceAll("+", " ") }),
  }),
};
