import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

/** The same chunks; a failure counts as the end. */
async function* endingAtFailure(source: Source): Source {
  try {
    yield* source;
  } catch {}
}

export const fault: Fault = {
  breaks: "a write fails if its source fails",
  sections: ["access: failed writes"],
  advice: "failed-write",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        put: (url: EchoUrl, context: Context, source: Source) =>
          access.put(url, context, endingAtFailure(source)),
      };
    },
  }),
};
