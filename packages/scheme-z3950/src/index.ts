import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { z3950Options } from "./options.ts";
import { z3950Syntax } from "./parser.ts";
import { plan } from "./plan.ts";
import { PRESENTATION } from "./presentation.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  normalize,
  parse,
  type Z3950Init,
  type Z3950Name,
  type Z3950Parts,
} from "./syntax.ts";
import { hasRecords } from "./target.ts";

export type { Z3950Options } from "./options.ts";
export type { Query, Term } from "./query.ts";
export type { Z3950Record, Z3950Session } from "./session-types.ts";
export type { Summary } from "./summary.ts";
export type { Extra, Z3950Init, Z3950Kind, Z3950Name, Z3950Parts, Z3950Url } from "./syntax.ts";

/** `z39.50r:`, a record, and `z39.50s:`, a session (RFC 2056). */
export const z3950: Scheme<
  Z3950Name,
  Z3950Parts,
  Z3950Init,
  typeof import("./access.ts"),
  typeof z3950Options
> = defineScheme({
  name: z3950Syntax.names,
  defaultPort: DEFAULT_PORT,
  cite: ["RFC 2056", "RFC 1729", "ISO 23950"],
  check,
  parse,
  format,
  fields: [
    "host",
    "port",
    "kind",
    "databases",
    "docid",
    "elementSetName",
    "recordSyntaxes",
    "extra",
    "fragment",
  ],
  normalize,
  // "%2B" is data, and "+" separates names.
  keepEscapes: true,
  describe,
  plan,
  isDirectory: hasRecords,
  examples: [
    { url: "z39.50s://z3950.example/catalog", title: "a session with a catalog, which can be searched" },
    { url: "z39.50r://z3950.example/catalog?12345", title: "a record of a catalog" },
    { url: "z39.50r://z3950.example:2100/catalog?12345;esn=f;rs=usmarc", title: "a full record in USmarc" },
    { url: "z39.50s://z3950.example/books+maps;rs=xml+sutrs", title: "a session with two databases" },
  ],
  presentation: PRESENTATION,
  options: z3950Options,
  // Loaded on first use, so that parsing a URL does not load the access code.
  access: () => import("./access.ts"),
});
