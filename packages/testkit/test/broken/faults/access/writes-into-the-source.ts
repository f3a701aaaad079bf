import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

/** The same bytes; what has been sent is wiped. */
async function* wiped(source: Source): Source {
  for await (const chunk of source) {
    yield chunk;
    chunk.fill(0);
  }
}

export const fault: Fault = {
  breaks: "a chunk of a source is the caller's: it is read, and never written",
  sections: ["access: chunks", "transcripts"],
  advice: "chunk-of-source",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        put: (url: EchoUrl, context: Context, source: Source) => access.put(url, context, wiped(source)),
      };
    },
  }),
};
