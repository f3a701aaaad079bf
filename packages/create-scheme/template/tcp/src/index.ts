import { defineScheme, type Scheme } from "@anyurl/core";
import { plan } from "./plan.ts";
import { DEFAULT_PORT, syntax, type XDemoInit, type XDemoParts } from "./syntax.ts";

export type { XDemoInit, XDemoParts, XDemoUrl } from "./syntax.ts";

/** `x-demo:`, as the README describes it. */
export const xDemo: Scheme<"x-demo", XDemoParts, XDemoInit, typeof import("./access.ts")> = defineScheme({
  name: "x-demo",
  defaultPort: DEFAULT_PORT,
  cite: ["README", "RFC 3986"],
  ...syntax,
  plan,
  isDirectory: ({ parts: { segments } }) => segments.at(-1) === "",
  examples: [
    { url: "x-demo://h.example/", title: "the top directory of a server" },
    { url: "x-demo://h.example/poems/the%20tyger.txt", title: "a document" },
  ],
  // How gateways and commands show its resources.
  presentation: {
    breadcrumbs: "directories",
    // #if list
    view: {
      columns: [
        { field: "name", title: "Name" },
        { field: "kind", title: "Kind" },
        { field: "size", title: "Size" },
      ],
    },
    // #endif
  },
  // Loaded on first use, so that parsing a URL never loads the protocol.
  access: () => import("./access.ts"),
});
