import { AccessError, type Entity, isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a rejection by the server has the right code",
  sections: ["access: errors"],
  advice: "error-code",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        get: async (...given: Parameters<typeof access.get>): Promise<Entity> => {
          try {
            return await access.get(...given);
          } catch (error) {
            const isForbidden = isAccessError(error) && error.code === "permission-denied";
            throw isForbidden ? new AccessError("not-found", error.message, { reply: error.reply }) : error;
          }
        },
      };
    },
  }),
};
