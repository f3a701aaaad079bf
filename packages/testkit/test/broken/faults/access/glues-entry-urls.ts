import type { Entry } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

export const fault: Fault = {
  breaks: "an entry's URL comes from the scheme's own format",
  sections: ["access: results", "transcripts", "hostile peers in memory"],
  advice: "entry-urls",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        async *list(url: EchoUrl, context: Context): AsyncGenerator<Entry, void, void> {
          const { host, port } = url;
          for await (const entry of access.list(url, context))
            yield { ...entry, url: `x-echo://${host}${port === undefined ? "" : `:${port}`}/${entry.name}` };
        },
      };
    },
  }),
};
