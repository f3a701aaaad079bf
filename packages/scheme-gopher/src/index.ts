import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { plan } from "./plan.ts";
import {
  DEFAULT_PORT,
  format,
  type GopherInit,
  type GopherName,
  type GopherParts,
  normalize,
  parse,
} from "./syntax.ts";

export type { GopherInit, GopherName, GopherParts, GopherUrl } from "./syntax.ts";

/** `gopher:` (RFC 4266), and `gophers:`, which is the same over TLS. */
export const gopher: Scheme<GopherName, GopherParts, GopherInit, typeof import("./access.ts")> = defineScheme(
  {
    name: ["gopher", "gophers"],
    defaultPort: DEFAULT_PORT,
    ports: { reserved: "refuse" },
    cite: ["RFC 4266", "RFC 1738 §3.4", "RFC 1436"],
    parse,
    format,
    normalize,
    describe,
    plan,
    isDirectory: ({ parts: { gophertype, search, gopherPlus } }) =>
      gopherPlus === undefined && (gophertype === "1" || (gophertype === "7" && search !== undefined)),
    examples: [
      { url: "gopher://gopher.example/", title: "the server's top menu" },
      { url: "gopher://gopher.example/0/about.txt", title: "a text" },
      { url: "gopher://gopher.example/9/archive.tar", title: "a binary file" },
      { url: "gopher://gopher.example/7/find%09blue%20whale", title: "a search" },
      { url: "gopher://gopher.example/0/about.txt%09%09+", title: "a text, asked for by Gopher+" },
    ],
    // Loaded on first use, so that reading a URL never pulls in the access.
    access: () => import("./access.ts"),
  },
);
