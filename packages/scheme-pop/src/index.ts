import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { popOptions } from "./options.ts";
import { popSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  identify,
  normalize,
  type PopInit,
  type PopName,
  type PopParts,
  parse,
} from "./syntax.ts";

export type { PopOptions } from "./options.ts";
export type { PopInit, PopName, PopParts, PopUrl } from "./syntax.ts";

/** `pop:` and `pops:` (RFC 2384). */
export const pop: Scheme<PopName, PopParts, PopInit, typeof import("./access.ts"), typeof popOptions> =
  defineScheme({
    name: popSyntax.names,
    defaultPort: DEFAULT_PORT,
    ports: { reserved: "refuse", usual: [110, 995] },
    cite: ["RFC 2384", "RFC 1939", "RFC 3986"],
    check,
    parse,
    format,
    fields: ["host", "port", "user", "auth"],
    normalize,
    identify,
    describe,
    plan,
    isDirectory: () => true,
    examples: [
      { url: "pop://alice@mail.example", title: "the mailbox of a user" },
      { url: "pop://alice;AUTH=+APOP@mail.example", title: "the same, with a digest of the password" },
      { url: "pops://alice@mail.example", title: "the same, over TLS" },
    ],
    presentation: {
      view: ({ parts: { user }, host }) => ({
        title: user ?? host ?? "",
        columns: [
          { field: "attributes.number", title: "Number", numeric: true },
          { field: "name", title: "Subject" },
          { field: "attributes.from", title: "From" },
          { field: "modified", title: "Date" },
          { field: "size", title: "Size" },
        ],
        // Every entry is a message, so its media type says nothing.
        details: [],
      }),
    },
    options: popOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
