import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { format, normalize, parse, type XDemoInit, type XDemoParts } from "./syntax.ts";

export type { XDemoInit, XDemoParts, XDemoUrl } from "./syntax.ts";

/** `x-demo:`, as the README describes it. It names resources that cannot be opened. */
export const xDemo: Scheme<"x-demo", XDemoParts, XDemoInit> = defineScheme({
  name: "x-demo",
  cite: ["README", "RFC 3986"],
  parse,
  format,
  fields: ["segments", "fragment"],
  normalize,
  describe,
  examples: [
    { url: "x-demo:poems", title: "a resource" },
    { url: "x-demo:poems/the%20tyger", title: "a resource within another" },
  ],
});
