import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "an entry's URL comes from the scheme's own format",
  sections: ["access: results", "transcripts", "hostile peers in memory"],
  advice: "entry-urls",
  scheme: echoWith((access) => ({
    async *list(url, context) {
      const { host, port } = url;
      for await (const entry of access.list(url, context))
        yield { ...entry, url: `x-echo://${host}${port === undefined ? "" : `:${port}`}/${entry.name}` };
    },
  })),
};
