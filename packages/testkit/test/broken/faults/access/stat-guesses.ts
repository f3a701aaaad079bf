import type { Attributes } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "stat reports the metadata of what get returns",
  sections: ["access: results"],
  advice: "stat",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        stat: async (...given: Parameters<typeof access.stat>): Promise<Attributes> => ({
          ...(await access.stat(...given)),
          size: 512,
        }),
      };
    },
  }),
};
