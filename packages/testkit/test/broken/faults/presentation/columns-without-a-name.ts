import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "every URL has a consistent view",
  sections: ["laws"],
  advice: "presentation",
  // The name of the entries is not shown.
  scheme: echoScheme({ presentation: { view: { columns: [{ field: "kind", title: "Kind" }] } } }),
};
