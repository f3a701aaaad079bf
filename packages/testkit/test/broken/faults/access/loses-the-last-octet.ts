import type { Entity } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithBody } from "../../healthy/scheme.ts";

/** Each chunk without its last byte. */
async function* shortened(body: Entity["body"]): Entity["body"] {
  for (;;) {
    const next = await body.next();
    if (next.done === true) return next.value;
    yield next.value.subarray(0, -1);
  }
}

export const fault: Fault = {
  breaks: "a body has all bytes of the server",
  sections: ["access: chunks", "access: results", "access: limits", "hostile peers in memory", "transcripts"],
  advice: "body",
  scheme: echoWithBody(shortened),
};
