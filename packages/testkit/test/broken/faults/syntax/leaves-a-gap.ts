import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { describe } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "what is described, and the delimiters between it, is all of the text",
  sections: ["laws", "vectors"],
  advice: "spans",
  // The fragment stays where it is, and belongs to nothing.
  scheme: echoScheme({ describe: (url) => describe(url).filter(({ name }) => name !== "fragment") }),
};
