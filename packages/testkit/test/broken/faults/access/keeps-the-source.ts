import type { Source } from "@anyurl/core";
import type { Fault } from "../../fault.ts";
import { echoWithSource } from "../../healthy/scheme.ts";

/** The same bytes, but the iterator ignores `return`. */
function withoutReturn(source: Source): Source {
  const octets = source[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => octets.next() }) };
}

export const fault: Fault = {
  breaks: "a source is closed if the write fails",
  sections: ["hostile peers in memory"],
  advice: "leaks",
  scheme: echoWithSource(withoutReturn),
};
