import { type Entity, isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "every call ends",
  sections: ["access: results", "access: errors"],
  advice: "ends",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        get: async (...given: Parameters<typeof access.get>): Promise<Entity> => {
          try {
            return await access.get(...given);
          } catch (error) {
            if (isAccessError(error) && error.code === "not-found") return new Promise<never>(() => {});
            throw error;
          }
        },
      };
    },
  }),
};
