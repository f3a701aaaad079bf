import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { dictOptions } from "./options.ts";
import { dictSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { PRESENTATION } from "./presentation.ts";
import {
  check,
  DEFAULT_PORT,
  type DictInit,
  type DictParts,
  format,
  identify,
  normalize,
  parse,
} from "./syntax.ts";

export type { DictOptions } from "./options.ts";
export type { DictInit, DictParts, DictUrl } from "./syntax.ts";

/** `dict:` (RFC 2229). */
export const dict: Scheme<"dict", DictParts, DictInit, typeof import("./access.ts"), typeof dictOptions> =
  defineScheme({
    name: dictSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { reserved: "refuse" },
    cite: ["RFC 2229", "RFC 3986"],
    check,
    parse,
    format,
    fields: ["host", "port", "user", "auth", "command", "word", "database", "strategy", "n", "fragment"],
    normalize,
    identify,
    describe,
    plan,
    isDirectory: ({ parts }) => parts.command !== "define",
    examples: [
      { url: "dict://dict.example/", title: "a server, with its databases" },
      { url: "dict://dict.example/d:shortcake", title: "the definitions of a word" },
      { url: "dict://dict.example/d:shortcake:wordnet:1", title: "the first definition in one database" },
      { url: "dict://dict.example/m:sun::prefix", title: 'the words that begin with "sun"' },
    ],
    presentation: PRESENTATION,
    options: dictOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
