import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

async function* firstOf(source: Source): Source {
  for await (const octets of source) {
    yield octets;
    return;
  }
}

export const fault: Fault = {
  breaks: "the target has all bytes of a put",
  sections: [
    "access: chunks",
    "access: failed writes",
    "access: results",
    "hostile peers in memory",
    "transcripts",
  ],
  advice: "round-trip",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        put: (url: EchoUrl, context: Context, source: Source) => access.put(url, context, firstOf(source)),
      };
    },
  }),
};
