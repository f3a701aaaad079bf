import type { Limits } from "@anyurl/core";
import type { OpenFile } from "@anyurl/core/exchange";
import type { TimedWait } from "./timed-wait.ts";

/** Wraps an open file so that each read has a timeout. */
export function guardedFile(
  file: OpenFile,
  watch: TimedWait,
  { idleTimeout, replyTimeout }: Limits,
): OpenFile {
  return {
    facts: file.facts,
    read: (into, position) => watch(file.read(into, position), idleTimeout, "idleTimeout"),
    size: () => watch(file.size(), replyTimeout, "replyTimeout"),
    [Symbol.asyncDispose]: () => file[Symbol.asyncDispose](),
  };
}
