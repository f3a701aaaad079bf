import type { Source } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithSource } from "../../healthy/scheme.ts";

/** Yields each chunk only after the next one has arrived. */
async function* late(source: Source): Source {
  let before: Uint8Array | undefined;
  for await (const chunk of source) {
    if (before !== undefined) yield before;
    // `slice` does not copy a Buffer.
    before = chunk.slice();
  }
  if (before !== undefined) yield before;
}

export const fault: Fault = {
  breaks: "a chunk of a source is valid until the next one is requested",
  sections: ["access: chunks", "hostile peers in memory", "transcripts"],
  advice: "chunk-of-source",
  scheme: echoWithSource(late),
};
