import type { Limits } from "@anyurl/core";
import type { OpenFile, PartFile } from "@anyurl/core/exchange";
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

/** Wraps an incomplete file so that each step has a timeout. */
export function guardedPart(
  part: PartFile,
  watch: TimedWait,
  { idleTimeout, replyTimeout }: Limits,
): PartFile {
  return {
    get length() {
      return part.length;
    },
    get facts() {
      return part.facts;
    },
    get discarded() {
      return part.discarded;
    },
    read: (into, position) => watch(part.read(into, position), idleTimeout, "idleTimeout"),
    write: (octets, position) => watch(part.write(octets, position), idleTimeout, "idleTimeout"),
    truncate: (length) => watch(part.truncate(length), replyTimeout, "replyTimeout"),
    note: (facts) => watch(part.note(facts), replyTimeout, "replyTimeout"),
    complete: (modified) => watch(part.complete(modified), replyTimeout, "replyTimeout"),
  };
}
