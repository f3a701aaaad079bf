import type { Source } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithSource } from "../../healthy/scheme.ts";

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
  scheme: echoWithSource(wiped),
};
