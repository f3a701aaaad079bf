import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

/** The same chunks up to a failure, which is stored. */
async function* chunksOf(source: Source, kept: unknown[]): Source {
  try {
    yield* source;
  } catch (error) {
    kept.push(error);
  }
}

export const fault: Fault = {
  breaks: "a failed write leaves the old contents, or reports that the target may be incomplete",
  sections: ["access: failed writes"],
  advice: "failed-write",
  scheme: echoScheme({
    writesWhole: true,
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        put: async (url: EchoUrl, context: Context, source: Source) => {
          const failures: unknown[] = [];
          await access.put(url, context, chunksOf(source, failures));
          for (const failure of failures) throw failure;
        },
      };
    },
  }),
};
