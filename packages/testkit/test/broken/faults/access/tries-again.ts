import { AccessError, isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "an error is not retryable if the server may have carried out the command",
  sections: ["hostile peers in memory"],
  advice: "hostile-writes",
  scheme: echoWith((access) => ({
    remove: async (...given) => {
      try {
        await access.remove(...given);
      } catch (cause) {
        if (!isAccessError(cause)) throw cause;
        const { reply, replyCode } = cause;
        throw new AccessError(cause.code, cause.message, { cause, reply, replyCode, retryable: true });
      }
    },
  })),
};
