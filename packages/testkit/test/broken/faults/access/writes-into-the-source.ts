import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

/** The same bytes; overwrites each chunk after it was sent. */
async function* wiped(source: Source): Source {
  for await (const chunk of source) {
    yield chunk;
    chunk.fill(0);
  }
}

export const fault: Fault = {
  breaks: "a chunk of a source belongs to the caller: read it, never write to it",
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
