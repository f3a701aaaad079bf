import { octetsOf } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

export const fault: Fault = {
  breaks: "a name keeps its bytes",
  sections: ["access: results", "transcripts", "hostile peers in memory"],
  advice: "names",
  scheme: echoWith((access) => ({
    async *list(...given) {
      for await (const entry of access.list(...given))
        yield { ...entry, name: new TextDecoder().decode(octetsOf(entry.name)) };
    },
  })),
};
