import type { Entity } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithBody } from "../../healthy/scheme.ts";

async function* byteByByte(body: Entity["body"]): Entity["body"] {
  for (;;) {
    const next = await body.next();
    if (next.done === true) return next.value;
    for (let i = 0; i < next.value.length; i++) yield next.value.subarray(i, i + 1);
  }
}

export const fault: Fault = {
  breaks: "the bytes of one packet are one chunk",
  sections: ["hostile peers in memory"],
  advice: "chunk-size",
  scheme: echoWithBody(byteByByte),
};
