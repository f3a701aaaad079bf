import { defineScheme, type Scheme } from "@anyurl/core";
import { check } from "./check.ts";
import { describe } from "./describe.ts";
import { sipSyntax } from "./parser.ts";
import { format, identify, normalize, parse, type SipInit, type SipName, type SipParts } from "./syntax.ts";

export { sameSipUrl } from "./same.ts";
export type { SipPair } from "./split.ts";
export type { SipHeader, SipInit, SipName, SipParts, SipUrl } from "./syntax.ts";

/** `sip:` and `sips:` (RFC 3261). */
export const sip: Scheme<SipName, SipParts, SipInit> = defineScheme({
  name: sipSyntax.names,
  defaultPort: { sip: 5060, sips: 5061 },
  cite: ["RFC 3261"],
  check,
  parse,
  format,
  fields: ["user", "password", "host", "port", "parameters", "headers"],
  normalize,
  keepEscapes: true,
  identify,
  describe,
  inText: ({ path }) => path.includes("@"),
  presentation: {
    view: ({ parts: { user, host } }) => ({ title: user === undefined ? host : `${user}@${host}` }),
    handOver: () => undefined,
    // A call is for a program of the user, so the client of a gateway does not make one.
    served: false,
  },
  examples: [
    { url: "sip:alice@atlanta.example", title: "a user" },
    { url: "sip:alice@atlanta.example;transport=tcp", title: "with a parameter" },
    { url: "sips:+1-212-555-0112@gateway.example;user=phone", title: "a telephone number, with TLS" },
    { url: "sip:atlanta.example;method=REGISTER?to=alice%40atlanta.example", title: "with a header" },
  ],
});
