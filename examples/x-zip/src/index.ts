import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { plan } from "./plan.ts";
import { format, normalize, parse, type ZipInit, type ZipParts } from "./syntax.ts";

export type { ZipInit, ZipParts, ZipUrl } from "./syntax.ts";

/** `x-zip:`, what is in zip archives of this machine; the library zip.js reads them. */
export const zip: Scheme<"x-zip", ZipParts, ZipInit, typeof import("./access.ts")> = defineScheme({
  name: "x-zip",
  cite: ["README", "RFC 3986"],
  parse,
  format,
  fields: ["archive", "entry", "fragment"],
  normalize,
  describe,
  plan,
  isDirectory: ({ parts }) => parts.entry.at(-1) === "",
  examples: [
    { url: "x-zip:///srv/pub/poems.zip=/", title: "what is in an archive" },
    { url: "x-zip:///srv/pub/poems.zip=/blake/the%20tyger.txt", title: "a file in it" },
  ],
  // Loaded on first use, so that reading a URL never pulls in the library.
  access: () => import("./access.ts"),
});
