import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { normalize } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a normal form identifies the same resource",
  sections: ["vectors", "laws"],
  advice: "normal-parts",
  scheme: echoScheme({
    normalize: (url) => normalize(url).replace(/\/[^/]*$/, (path) => path.toLowerCase()),
  }),
};
