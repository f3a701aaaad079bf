import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import { normalize } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a normal form keeps the login",
  sections: ["vectors", "laws"],
  advice: "normal-login",
  scheme: echoScheme({ normalize: (url) => normalize(url).replace(/\/\/[^/@]*@/, "//") }),
};
