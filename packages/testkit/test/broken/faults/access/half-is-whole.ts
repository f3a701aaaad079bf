import { type Entity, isAccessError } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithBody } from "../../healthy/scheme.ts";

async function* forgiving(body: Entity["body"]): Entity["body"] {
  try {
    return yield* body;
  } catch (error) {
    if (isAccessError(error) && error.code === "truncated") return true;
    throw error;
  }
}

export const fault: Fault = {
  breaks: "a truncated body is not reported as complete",
  sections: ["hostile peers in memory"],
  advice: "hostile-end",
  scheme: echoWithBody(forgiving),
};
