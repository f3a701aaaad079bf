import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { normalize } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a normal form is its own normal form",
  sections: ["vectors", "examples", "laws"],
  advice: "normal-stable",
  scheme: echoScheme({ normalize: (url) => `${normalize(url)}x` }),
};
