import { defineScheme, type Scheme } from "@anyurl/core";
import { plan } from "./plan.ts";
import { DEFAULT_PORT, syntax, type XDemoInit, type XDemoParts } from "./syntax.ts";

export type { XDemoInit, XDemoParts, XDemoUrl } from "./syntax.ts";

/** `x-demo:`, as the README describes it: documents of a server, which the library vscode-jsonrpc talks to. */
export const xDemo: Scheme<"x-demo", XDemoParts, XDemoInit, typeof import("./access.ts")> = defineScheme({
  name: "x-demo",
  defaultPort: DEFAULT_PORT,
  cite: ["README", "RFC 3986", "JSON-RPC 2.0"],
  ...syntax,
  plan,
  isDirectory: ({ parts: { segments } }) => segments.at(-1) === "",
  examples: [
    { url: "x-demo://h.example/", title: "the top directory of a server" },
    { url: "x-demo://h.example/poems/the%20tyger.txt", title: "a document" },
  ],
  // Loaded on first use, so that parsing a URL never loads the library.
  access: () => import("./access.ts"),
});
