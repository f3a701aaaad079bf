import { isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "every call ends",
  sections: ["access: results", "access: errors"],
  advice: "ends",
  scheme: echoWith((access) => ({
    get: async (...given) => {
      try {
        return await access.get(...given);
      } catch (error) {
        if (isAccessError(error) && error.code === "not-found") return new Promise<never>(() => {});
        throw error;
      }
    },
  })),
};
