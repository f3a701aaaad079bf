import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

/** With the flag g, `test` begins where the last match has ended. */
const TILDE = /~/g;

export const fault: Fault = {
  breaks: "a URL is what its text says, however often it is read",
  sections: ["vectors", "laws"],
  advice: "as-text",
  scheme: echoScheme({
    parse: (url, report) => {
      const { name } = parse(url, report);
      return { name: name.includes("~") && !TILDE.test(name) ? "" : name };
    },
  }),
};
