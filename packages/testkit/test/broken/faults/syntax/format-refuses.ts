import { encodeText, PCHAR } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { format } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "format accepts what parse returns",
  sections: ["vectors", "laws"],
  advice: "format-refuses",
  scheme: echoScheme({
    format: (init) => {
      if (/[^\0-\x7f]/.test(init.name ?? "")) encodeText("\uD800", PCHAR);
      return format(init);
    },
  }),
};
