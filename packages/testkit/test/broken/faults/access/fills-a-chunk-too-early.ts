import type { Entity } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithBody } from "../../healthy/scheme.ts";

/** Puts each chunk in the same memory, and overwrites it some turns later even if the reader is not done. */
async function* readAhead(body: Entity["body"]): Entity["body"] {
  for (;;) {
    const next = await body.next();
    if (next.done === true) return next.value;
    const chunk = Uint8Array.from(next.value);
    setImmediate(() => chunk.fill(0));
    yield chunk;
  }
}

export const fault: Fault = {
  breaks: "a chunk of a body stays unchanged until the next one is requested",
  sections: ["access: chunks"],
  advice: "chunk-of-body",
  scheme: echoWithBody(readAhead),
};
