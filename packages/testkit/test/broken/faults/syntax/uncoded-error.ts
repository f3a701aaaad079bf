import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a rejected URL has an error code",
  sections: ["vectors", "laws"],
  advice: "coded",
  scheme: echoScheme({
    parse: (url, report) => {
      if (/%09/.test(url.path)) throw new TypeError("no tabs here");
      return parse(url, report);
    },
  }),
};
