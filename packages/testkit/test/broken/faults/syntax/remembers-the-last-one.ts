import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

/** With the flag g, `test` starts where the last match ended. */
const TILDE = /~/g;

export const fault: Fault = {
  breaks: "parsing depends only on the text, not on earlier calls",
  sections: ["vectors", "laws"],
  advice: "as-text",
  scheme: echoScheme({
    parse: (url, report) => {
      const { name } = parse(url, report);
      return { name: name.includes("~") && !TILDE.test(name) ? "" : name };
    },
  }),
};
