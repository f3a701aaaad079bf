import { defineScheme, type Scheme } from "@anyurl/core";
import { DEFINITION } from "./definition.ts";
import { httpOptions } from "./options.ts";
import type { HttpInit, HttpName, HttpParts } from "./syntax.ts";

export type { HttpOptions, HttpRedirect, HttpResponseHead } from "./options.ts";
export type { HttpInit, HttpName, HttpParts, HttpUrl } from "./syntax.ts";

/** `http:` and `https:` (RFC 9110 §4.2), which share the syntax and nothing else. */
export const http: Scheme<HttpName, HttpParts, HttpInit, typeof import("./access.ts"), typeof httpOptions> =
  defineScheme({
    ...DEFINITION,
    options: httpOptions,
    // A PUT of another name creates another resource, and few servers can rename it.
    writesDirectly: true,
    // Loaded on first use, so that parsing a URL does not load the network code.
    access: () => import("./access.ts"),
  });
