import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { normalize } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "normalizing a normal form changes nothing",
  sections: ["vectors", "examples", "laws"],
  advice: "normal-stable",
  scheme: echoScheme({ normalize: (url) => `${normalize(url)}x` }),
};
