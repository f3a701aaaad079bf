import type { Source } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithSource } from "../../healthy/scheme.ts";

/** The same chunks; a failure counts as the end. */
async function* endingAtFailure(source: Source): Source {
  try {
    yield* source;
  } catch {}
}

export const fault: Fault = {
  breaks: "a write fails if its source fails",
  sections: ["access: failed writes"],
  advice: "failed-write",
  scheme: echoWithSource(endingAtFailure),
};
