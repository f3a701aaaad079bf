import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a body reports its start only if it begins at the start of the range",
  sections: ["access: results"],
  advice: "range",
  scheme: echoWith((access) => ({
    get: async (url, context) => {
      const entity = await access.get(url, context);
      return context.range === undefined ? entity : { ...entity, start: context.range.start };
    },
  })),
};
