import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a scheme's examples are its own URLs",
  sections: ["the scheme", "examples"],
  advice: "fit",
  scheme: echoScheme({ examples: [{ url: "x-echo://", title: "no host" }] }),
};
