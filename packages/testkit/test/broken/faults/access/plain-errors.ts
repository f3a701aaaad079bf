import { isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a rejection by the server has a code",
  sections: ["access: results", "access: errors", "hostile peers in memory"],
  advice: "error-kind",
  scheme: echoWith((access) => ({
    get: async (...given) => {
      try {
        return await access.get(...given);
      } catch (error) {
        if (isAccessError(error) && error.replyCode !== undefined) throw new Error(error.message);
        throw error;
      }
    },
  })),
};
