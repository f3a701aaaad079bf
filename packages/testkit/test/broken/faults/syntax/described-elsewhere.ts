import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { describe } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a part is described at its own range",
  sections: ["vectors", "examples", "laws"],
  advice: "spans",
  scheme: echoScheme({
    describe: (url) =>
      describe(url).map((part) => (part.name === "name" ? { ...part, end: part.end + 1 } : part)),
  }),
};
