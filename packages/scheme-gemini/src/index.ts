import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { geminiOptions } from "./options.ts";
import { geminiSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { isMenuPath, PRESENTATION } from "./presentation.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  type GeminiInit,
  type GeminiParts,
  normalize,
  parse,
} from "./syntax.ts";

export type { GeminiCertificate, GeminiOptions } from "./options.ts";
export type { GeminiInit, GeminiParts, GeminiUrl } from "./syntax.ts";

/** `gemini:` (the Gemini protocol, 0.24): documents with links, over TLS with trust on first use. */
export const gemini: Scheme<
  "gemini",
  GeminiParts,
  GeminiInit,
  typeof import("./access.ts"),
  typeof geminiOptions
> = defineScheme({
  name: geminiSyntax.names,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "refuse" },
  cite: ["Gemini", "RFC 3986"],
  hierarchical: true,
  check,
  parse,
  format,
  fields: ["host", "port", "segments", "input", "fragment"],
  normalize,
  describe,
  plan,
  isDirectory: isMenuPath,
  examples: [
    { url: "gemini://gemini.example/", title: "the first page of a server" },
    { url: "gemini://gemini.example/docs/faq.gmi", title: "a page" },
    { url: "gemini://gemini.example/search?two%20words", title: "the answer to a question of the server" },
    { url: "gemini://gemini.example:1966/picture.png", title: "a picture, at another port" },
  ],
  presentation: PRESENTATION,
  options: geminiOptions,
  // Loaded on first use, so that parsing a URL does not load the access code.
  access: () => import("./access.ts"),
});
