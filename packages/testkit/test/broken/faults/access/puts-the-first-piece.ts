import type { Source } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithSource } from "../../healthy/scheme.ts";

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
  scheme: echoWithSource(firstOf),
};
