import { AccessError, isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a rejection by the server has the right code",
  sections: ["access: errors"],
  advice: "error-code",
  scheme: echoWith((access) => ({
    get: async (...given) => {
      try {
        return await access.get(...given);
      } catch (error) {
        const isForbidden = isAccessError(error) && error.code === "permission-denied";
        throw isForbidden ? new AccessError("not-found", error.message, { reply: error.reply }) : error;
      }
    },
  })),
};
