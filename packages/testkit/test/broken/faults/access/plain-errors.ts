import { type Entity, isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a rejection by the server has a code",
  sections: ["access: results", "access: errors", "hostile peers in memory"],
  advice: "error-kind",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        get: async (...given: Parameters<typeof access.get>): Promise<Entity> => {
          try {
            return await access.get(...given);
          } catch (error) {
            if (isAccessError(error) && error.replyCode !== undefined) throw new Error(error.message);
            throw error;
          }
        },
      };
    },
  }),
};
