import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

let count = 0;

export const fault: Fault = {
  breaks: "every URL has a consistent view",
  sections: ["laws"],
  advice: "presentation",
  // Each call returns another title.
  scheme: echoScheme({ presentation: { view: () => ({ title: String(count++) }) } }),
};
