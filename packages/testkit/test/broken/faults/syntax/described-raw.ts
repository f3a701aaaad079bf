import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { describe } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "the value of a described part is decoded",
  sections: ["vectors", "laws"],
  advice: "spans",
  scheme: echoScheme({
    describe: (url) =>
      describe(url).map((part) => (part.name === "name" ? { ...part, value: url.path.slice(1) } : part)),
  }),
};
