import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a scheme says which rules it follows",
  sections: ["the scheme"],
  advice: "fit",
  scheme: echoScheme({ cite: [] }),
};
