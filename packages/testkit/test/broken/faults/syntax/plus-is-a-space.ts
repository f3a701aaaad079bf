import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "no character but an escape means another one",
  sections: ["vectors", "laws"],
  advice: "format-undoes-parse",
  scheme: echoScheme({
    parse: (url, report) => ({ name: parse(url, report).name.replaceAll("+", " ") }),
  }),
};
