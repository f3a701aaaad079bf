import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { gopherOptions } from "./options.ts";
import { gopherSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { type PlusRequest, parsePlusRequest } from "./plus/plus.ts";
import { PRESENTATION } from "./presentation.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  type GopherInit,
  type GopherName,
  type GopherParts,
  normalize,
  parse,
} from "./syntax.ts";

export { type Answer, type FilledForm, fillForm } from "./fill-form.ts";
export type { MenuItem } from "./menu/menu-line.ts";
export { readMenu } from "./menu/read-menu.ts";
export type { GopherOptions } from "./options.ts";
export { type Admin, readAdmin } from "./plus/admin.ts";
export { type AskForm, type Question, readForm } from "./plus/ask.ts";
export { type AttributeBlock, type ItemAttributes, readAttributes } from "./plus/attributes.ts";
export { readCaps } from "./plus/caps.ts";
export { type Form, formatForm } from "./plus/form.ts";
export { type PlusRequest, parsePlusRequest } from "./plus/plus.ts";
export { chooseView, readViews, type View, type ViewPreference } from "./plus/views.ts";
export type { MenuQuirk } from "./quirks.ts";
export type { GopherInit, GopherName, GopherParts, GopherUrl } from "./syntax.ts";

/** The Gopher+ requests that a menu answers. */
const LISTED_REQUESTS: ReadonlySet<PlusRequest["kind"]> = new Set(["item", "directory-attributes"]);

/** `gopher:` (RFC 4266), and `gophers:`, the same over TLS. */
export const gopher: Scheme<
  GopherName,
  GopherParts,
  GopherInit,
  typeof import("./access.ts"),
  typeof gopherOptions
> = defineScheme({
  name: gopherSyntax.names,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "refuse" },
  cite: ["RFC 4266", "RFC 1738 §3.4", "RFC 1436"],
  check,
  parse,
  format,
  fields: ["host", "port", "gophertype", "selector", "search", "gopherPlus", "fragment"],
  normalize,
  describe,
  plan,
  isDirectory: ({ parts: { gophertype, search, gopherPlus } }) =>
    (gopherPlus === undefined || LISTED_REQUESTS.has(parsePlusRequest(gopherPlus).kind)) &&
    (gophertype === "1" || (gophertype === "7" && search !== undefined)),
  examples: [
    { url: "gopher://gopher.example/", title: "the top menu of a server" },
    { url: "gopher://gopher.example/0/about.txt", title: "a text" },
    { url: "gopher://gopher.example/9/archive.tar", title: "a binary file" },
    { url: "gopher://gopher.example/7/find%09blue%20whale", title: "a search" },
    { url: "gopher://gopher.example/0/about.txt%09%09+", title: "a text over Gopher+" },
    { url: "gopher://gopher.example/0/about.txt%09%09!", title: "its Gopher+ attributes" },
    { url: "gopher://gopher.example/0/about.txt%09%09+text/plain%20De_DE", title: "its German version" },
    { url: "gopher://gopher.example/1/%09%09$", title: "a menu with the attributes of its items" },
  ],
  proxyOperations: ["get", "stat"],
  presentation: PRESENTATION,
  options: gopherOptions,
  // Loaded on first use, so that parsing a URL does not load the network code.
  access: () => import("./access.ts"),
});
