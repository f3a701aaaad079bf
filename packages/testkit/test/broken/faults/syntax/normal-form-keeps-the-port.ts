import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { normalize } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a default port is equal to a missing port",
  sections: ["vectors"],
  advice: "normal-form",
  scheme: echoScheme({
    normalize: (url) =>
      url.port === undefined ? normalize(url) : normalize(url).replace(/(\/\/[^:/]+)(?=\/)/, "$1:7"),
  }),
};
