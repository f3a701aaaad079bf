import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { tn3270Options } from "./options.ts";
import { tn3270Syntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  normalize,
  parse,
  type Tn3270Init,
  type Tn3270Parts,
} from "./syntax.ts";

export type { CodePageName } from "./ebcdic.ts";
export type { Tn3270Mode } from "./exchange.ts";
export type { Tn3270Options } from "./options.ts";
export type { FieldView } from "./screen/fields.ts";
export type { Tn3270Screen, Tn3270Session } from "./session.ts";
export type { Tn3270Init, Tn3270Parts, Tn3270Url } from "./syntax.ts";

/** `tn3270:` (RFC 6270): sessions with applications for IBM 3270 displays (RFC 2355, RFC 1576). */
export const tn3270: Scheme<
  "tn3270",
  Tn3270Parts,
  Tn3270Init,
  typeof import("./access.ts"),
  typeof tn3270Options
> = defineScheme({
  name: tn3270Syntax.names,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "any" },
  cite: ["RFC 6270", "RFC 2355", "RFC 1576"],
  check,
  parse,
  format,
  fields: ["user", "password", "host", "port"],
  normalize,
  describe,
  plan,
  examples: [
    { url: "tn3270://library.example/", title: "an application for 3270 displays" },
    { url: "tn3270://guest@library.example/", title: "the same, with a user name" },
    { url: "tn3270://library.example:2323/", title: "an application on another port" },
  ],
  presentation: { session: true },
  options: tn3270Options,
  // Loaded on first use, so that parsing a URL does not load the access code.
  access: () => import("./access.ts"),
});
