import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { fingerOptions } from "./options.ts";
import { fingerSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  type FingerInit,
  type FingerParts,
  type FingerUrl,
  format,
  normalize,
  parse,
} from "./syntax.ts";

export type { FingerOptions } from "./options.ts";
export type { FingerInit, FingerParts, FingerUrl } from "./syntax.ts";

/** `finger:` (RFC 1288; draft-ietf-uri-url-finger-03). */
export const finger: Scheme<
  "finger",
  FingerParts,
  FingerInit,
  typeof import("./access.ts"),
  typeof fingerOptions
> = defineScheme({
  name: fingerSyntax.names,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "refuse" },
  cite: ["draft-ietf-uri-url-finger-03", "RFC 1288"],
  check,
  parse,
  format,
  fields: ["host", "port", "verbose", "user", "hosts", "fragment"],
  normalize,
  describe,
  plan,
  examples: [
    { url: "finger://finger.example/", title: "who is logged in" },
    { url: "finger://finger.example/alice", title: "a user" },
    { url: "finger://finger.example/%2FW%20alice", title: "a user, in detail" },
  ],
  presentation: { view: describeView },
  options: fingerOptions,
  // Loaded on first use, so that parsing a URL does not load the access code.
  access: () => import("./access.ts"),
});

function describeView({ parts: { user = "" } }: FingerUrl): { readonly title?: string } {
  return user === "" ? {} : { title: user };
}
