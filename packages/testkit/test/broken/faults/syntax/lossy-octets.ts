import { octetsOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "bytes that are not UTF-8 are kept",
  sections: ["vectors", "laws", "access: results"],
  advice: "format-undoes-parse",
  scheme: echoScheme({
    parse: (url, report) => ({
      name: new TextDecoder().decode(octetsOf(parse(url, report).name)),
    }),
  }),
};
