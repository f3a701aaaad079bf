import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "a removed resource no longer exists",
  sections: ["access: plan", "access: results", "hostile peers in memory"],
  advice: "round-trip",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        remove: async (url: EchoUrl, context: Context) => void (await access.stat(url, context)),
      };
    },
  }),
};
