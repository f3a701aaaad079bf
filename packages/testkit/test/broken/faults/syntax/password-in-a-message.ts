import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { parse } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "messages contain no password",
  sections: ["vectors", "examples", "laws"],
  advice: "password",
  scheme: echoScheme({
    parse: (url, report) =>
      parse(url, (problem) => report({ ...problem, message: `${problem.message}: ${url.userinfo}` })),
  }),
};
