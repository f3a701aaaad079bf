import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a scheme cites its rules",
  sections: ["the scheme"],
  advice: "fit",
  scheme: echoScheme({ cite: [] }),
};
