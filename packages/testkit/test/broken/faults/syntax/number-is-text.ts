import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a field of another type is not written as text",
  sections: ["laws"],
  advice: "field-types",
  scheme: echoScheme({ format: (init) => format({ ...init, name: String(init.name ?? "") }) }),
};
