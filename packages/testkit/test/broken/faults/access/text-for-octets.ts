import type { Entity } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithBody } from "../../healthy/scheme.ts";

/** Decodes as UTF-8 and encodes again. */
async function* asText(body: Entity["body"]): Entity["body"] {
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
  for (;;) {
    const next = await body.next();
    if (next.done === true) return next.value;
    yield encoder.encode(decoder.decode(next.value));
  }
}

export const fault: Fault = {
  breaks: "a body has exactly the bytes of the server",
  sections: ["access: chunks", "access: results", "hostile peers in memory", "transcripts"],
  advice: "body",
  scheme: echoWithBody(asText),
};
