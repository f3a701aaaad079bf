import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a scheme accepts its own examples",
  sections: ["the scheme", "examples"],
  advice: "fit",
  scheme: echoScheme({ examples: [{ url: "x-echo://", title: "missing host" }] }),
};
