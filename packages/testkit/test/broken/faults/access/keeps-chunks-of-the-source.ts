import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

/** Each chunk once the next one has come. */
async function* late(source: Source): Source {
  let before: Uint8Array | undefined;
  for await (const chunk of source) {
    if (before !== undefined) yield before;
    // No copy, for a Buffer.
    before = chunk.slice();
  }
  if (before !== undefined) yield before;
}

export const fault: Fault = {
  breaks: "a chunk of a source is good until the next one is asked for",
  sections: ["access: chunks", "hostile peers in memory", "transcripts"],
  advice: "chunk-of-source",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        put: (url: EchoUrl, context: Context, source: Source) => access.put(url, context, late(source)),
      };
    },
  }),
};
