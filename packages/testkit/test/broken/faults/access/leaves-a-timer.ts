import type { Entity } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWith } from "../../healthy/scheme.ts";

async function* stopping(body: Entity["body"], timer: ReturnType<typeof setInterval>): Entity["body"] {
  for (;;) {
    const next = await body.next();
    if (next.done === true) {
      clearInterval(timer);
      return next.value;
    }
    yield next.value;
  }
}

export const fault: Fault = {
  breaks: "a call releases its resources",
  sections: [
    "access: abort",
    "access: limits",
    "access: errors",
    "access: results",
    "access: secrets",
    "access: provenance",
    "hostile peers in memory",
  ],
  advice: "leaks",
  scheme: echoWith((access) => ({
    get: async (...given) => {
      const timer = setInterval(() => {}, 60_000).unref();
      const entity = await access.get(...given);
      // Not cleared after a failure, or if the reader cancels.
      return { ...entity, body: stopping(entity.body, timer) };
    },
  })),
};
