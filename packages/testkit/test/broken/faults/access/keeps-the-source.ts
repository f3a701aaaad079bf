import type { Source } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Fault } from "../../fault.ts";
import { accessOf } from "../../healthy/access.ts";
import { echoScheme } from "../../healthy/scheme.ts";
import type { EchoUrl } from "../../healthy/syntax.ts";

/** The same bytes, but the iterator ignores `return`. */
function withoutReturn(source: Source): Source {
  const octets = source[Symbol.asyncIterator]();
  return { [Symbol.asyncIterator]: () => ({ next: () => octets.next() }) };
}

export const fault: Fault = {
  breaks: "a source is closed if the write fails",
  sections: ["hostile peers in memory"],
  advice: "leaks",
  scheme: echoScheme({
    access: async () => {
      const access = accessOf();
      return {
        ...access,
        put: (url: EchoUrl, context: Context, source: Source) =>
          access.put(url, context, withoutReturn(source)),
      };
    },
  }),
};
