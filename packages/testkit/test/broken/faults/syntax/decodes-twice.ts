import { decodeText } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "each field is decoded once",
  sections: ["vectors", "laws"],
  advice: "format-undoes-parse",
  scheme: echoScheme({
    parse: (url, report) => {
      const { name } = parse(url, report);
      const isEscaped = /%[0-9A-F]{2}/.test(name) && !/%(?![0-9A-F]{2})/i.test(name);
      return { name: isEscaped ? decodeText(name) : name };
    },
  }),
};
