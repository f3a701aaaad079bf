import { defineScheme, type Scheme } from "@anyurl/core";
import { findMandatory } from "../mandatory.ts";
import { telSyntax } from "../parser.ts";
import { describe } from "./describe.ts";
import { check, format, normalize, parse, type TelInit, type TelParts } from "./syntax.ts";

/** `tel:` (RFC 3966). */
export const tel: Scheme<"tel", TelParts, TelInit> = defineScheme({
  name: telSyntax.names,
  cite: ["RFC 3966", "RFC 2806"],
  check,
  parse,
  format,
  fields: ["number", "phoneContext", "ext", "isub", "parameters", "digits", "global"],
  normalize,
  // An escaped "+" does not make a number global.
  keepEscapes: true,
  describe,
  inText: () => true,
  presentation: {
    view: ({ parts }) => ({ title: parts.number }),
    handOver: ({ parts }) => findMandatory([parts]),
  },
  examples: [
    { url: "tel:+1-201-555-0123", title: "a global number" },
    { url: "tel:7042;phone-context=example.com", title: "a number of a private network" },
    { url: "tel:863-1234;phone-context=+1-914-555", title: "a local number of an area" },
    { url: "tel:+1-201-555-0123;ext=42", title: "an extension" },
  ],
});
