import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { waisOptions } from "./options.ts";
import { waisSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { PRESENTATION } from "./presentation.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  normalize,
  parse,
  type WaisInit,
  type WaisName,
  type WaisParts,
} from "./syntax.ts";
import { hasEntries } from "./target.ts";

export {
  type DocumentField,
  formatDocumentId,
  parseDocumentFields,
  readSource,
  type Source,
} from "@anyurl/protocol-wais";
export type { LikeOption, WaisOptions } from "./options.ts";
export { sourceUrl } from "./source-url.ts";
export type { Spelling, WaisInit, WaisName, WaisParts, WaisUrl } from "./syntax.ts";

/** `wais:` (RFC 4156). */
export const wais: Scheme<WaisName, WaisParts, WaisInit, typeof import("./access.ts"), typeof waisOptions> =
  defineScheme({
    name: waisSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { reserved: "refuse" },
    cite: ["RFC 4156", "RFC 1738 §3.9", "RFC 1625"],
    check,
    parse,
    format,
    fields: ["host", "port", "database", "search", "wtype", "wpath", "spelling", "length", "fragment"],
    normalize,
    describe,
    plan,
    isDirectory: hasEntries,
    examples: [
      { url: "wais://wais.example/", title: "a server's databases" },
      { url: "wais://wais.example/harbour", title: "a database" },
      { url: "wais://wais.example/harbour?tide+gull", title: "a search" },
      { url: "wais://wais.example/harbour/TEXT/%02%07harbour%03%0E0%20187%20tide.txt", title: "a document" },
      {
        url: "wais://wais.example/harbour/TEXT/187/2=harbour;3=0%20187%20tide.txt;",
        title: "the same, with a document-id in fields and a length",
      },
    ],
    proxyOperations: ["get", "stat"],
    presentation: PRESENTATION,
    options: waisOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
