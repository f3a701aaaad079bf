import { type Entry, octetsOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a name keeps its bytes",
  sections: ["access: results", "transcripts", "hostile peers in memory"],
  advice: "names",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        async *list(...given: Parameters<typeof access.list>): AsyncGenerator<Entry, void, void> {
          for await (const entry of access.list(...given))
            yield { ...entry, name: new TextDecoder().decode(octetsOf(entry.name)) };
        },
      };
    },
  }),
};
