import type { Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a body reports its start only if it begins at the start of the range",
  sections: ["access: results"],
  advice: "range",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        get: async (url: EchoUrl, context: Context): Promise<Entity> => {
          const entity = await access.get(url, context);
          return context.range === undefined ? entity : { ...entity, start: context.range.start };
        },
      };
    },
  }),
};
