import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "access exports only operations",
  sections: ["access: operations"],
  advice: "operations",
  scheme: echoScheme({ access: async () => ({ ...accessOf(), helper: () => 1 }) }),
};
