import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { plan } from "./plan.ts";
import { format, normalize, parse, type XDemoInit, type XDemoParts } from "./syntax.ts";

export type { XDemoInit, XDemoParts, XDemoUrl } from "./syntax.ts";

/** `x-demo:`, as the README describes it: values in TOML files, which the library smol-toml reads. */
export const xDemo: Scheme<"x-demo", XDemoParts, XDemoInit, typeof import("./access.ts")> = defineScheme({
  name: "x-demo",
  cite: ["README", "RFC 3986", "TOML 1.1.0"],
  parse,
  format,
  fields: ["segments", "keys", "fragment"],
  normalize,
  describe,
  plan,
  examples: [
    { url: "x-demo:///srv/app.toml", title: "a whole file: the table of its keys" },
    { url: "x-demo:///srv/app.toml?server/port", title: "a value in it" },
  ],
  // Loaded on first use, so that parsing a URL never loads the library.
  access: () => import("./access.ts"),
});
