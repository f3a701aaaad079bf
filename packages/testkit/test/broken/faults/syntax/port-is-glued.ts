import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a port does not become part of another component",
  sections: ["laws"],
  advice: "injection",
  scheme: echoScheme({
    format: ({ port, ...rest }) =>
      port === undefined ? format(rest) : format(rest).replace(/\/\/[^/]*/, (host) => `${host}:${port}`),
  }),
};
