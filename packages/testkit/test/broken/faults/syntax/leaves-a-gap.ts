import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { describe } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "described parts and delimiters cover the whole text",
  sections: ["laws", "vectors"],
  advice: "spans",
  // The fragment stays in the text but is not described.
  scheme: echoScheme({ describe: (url) => describe(url).filter(({ name }) => name !== "fragment") }),
};
