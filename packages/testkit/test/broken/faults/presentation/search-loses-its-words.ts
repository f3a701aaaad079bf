import type { Fault } from "../../fault.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "every URL has a consistent view",
  sections: ["access: presentation", "laws"],
  advice: "presentation",
  // No part of the URL has this name.
  scheme: echoScheme({
    presentation: { view: { search: { title: "Find", label: "Words", part: "words" } } },
  }),
};
