import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "every URL has a consistent view",
  sections: ["access: presentation", "laws"],
  advice: "presentation",
  // It does not expect an empty name.
  scheme: echoScheme({
    presentation: { view: ({ parts: { name } }) => ({ title: name[0]!.toUpperCase() }) },
  }),
};
