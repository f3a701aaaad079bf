import { encodeText, PCHAR } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "each field is encoded once",
  sections: ["vectors", "laws"],
  advice: "format-undoes-parse",
  scheme: echoScheme({ format: (init) => format({ ...init, name: encodeText(init.name ?? "", PCHAR) }) }),
};
