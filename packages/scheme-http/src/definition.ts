import type { SchemeDefinition } from "@anyurl/core";
import { describe } from "./describe.ts";
import { httpSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  type HttpInit,
  type HttpName,
  type HttpParts,
  normalize,
  parse,
} from "./syntax.ts";

/** The scheme without what opens its URLs: a redirect reads and compares URLs while one is open. */
export const DEFINITION: SchemeDefinition<HttpName, HttpParts, HttpInit, Record<never, never>> = {
  name: httpSyntax.names,
  protected: true,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "allow", usual: [80, 443, 8080, 8443] },
  cite: ["RFC 9110 §4.2", "RFC 3986", "RFC 9112", "RFC 1738 §3.3"],
  hierarchical: true,
  selfContained: true,
  shorthands: [
    // Servers of a developer seldom have a certificate.
    { form: "host", name: "http", hosts: ["localhost", "127.0.0.1", "[::1]"] },
    { form: "host", name: "https" },
  ],
  check,
  parse,
  format,
  fields: ["user", "password", "host", "port", "segments", "searchpart", "fragment"],
  normalize,
  describe,
  plan,
  examples: [
    { url: "http://www.example/", title: "the home page of a server" },
    { url: "https://www.example/~smith/home.html", title: "a page over TLS" },
    { url: "http://www.example/find?q=blue%20whale&lang=en", title: "a page with a query" },
    { url: "https://www.example:8443/a/b.html#top", title: "another port, and a position within the page" },
  ],
};
