import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { wsOptions } from "./options.ts";
import { wsSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  normalize,
  parse,
  type WsInit,
  type WsName,
  type WsParts,
} from "./syntax.ts";

export type { WsOptions } from "./options.ts";
export type { WsSession } from "./session.ts";
export type { WsInit, WsName, WsParts, WsUrl } from "./syntax.ts";

/** `ws:` and `wss:` (RFC 6455 §3). */
export const ws: Scheme<WsName, WsParts, WsInit, typeof import("./access.ts"), typeof wsOptions> =
  defineScheme({
    name: wsSyntax.names,
    defaultPort: DEFAULT_PORT,
    cite: ["RFC 6455", "RFC 8307", "RFC 3986"],
    hierarchical: true,
    check,
    parse,
    format,
    fields: ["host", "port", "segments", "query"],
    normalize,
    describe,
    plan,
    examples: [
      { url: "wss://h.example/chat", title: "a service over TLS" },
      { url: "ws://h.example:8080/feed?topic=tides", title: "a service with a query" },
    ],
    presentation: { session: true },
    options: wsOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
