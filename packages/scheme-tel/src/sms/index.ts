import { defineScheme, type Scheme } from "@anyurl/core";
import { findMandatory } from "../mandatory.ts";
import { smsSyntax } from "../parser.ts";
import { describe } from "./describe.ts";
import { check, format, normalize, parse, type SmsInit, type SmsParts } from "./syntax.ts";

/** `sms:` (RFC 5724). */
export const sms: Scheme<"sms", SmsParts, SmsInit> = defineScheme({
  name: smsSyntax.names,
  cite: ["RFC 5724", "RFC 3966"],
  check,
  parse,
  format,
  fields: ["recipients", "body", "fields"],
  normalize,
  keepEscapes: true,
  describe,
  inText: () => true,
  presentation: {
    handOver: ({ parts }) => findMandatory(parts.recipients),
    view: ({ parts }) => ({ title: parts.recipients.map(({ number }) => number).join(", ") }),
  },
  examples: [
    { url: "sms:+15105550101", title: "a recipient" },
    { url: "sms:+15105550101,+15105550102", title: "two recipients" },
    { url: "sms:+15105550101?body=hello%20there", title: "with a text" },
  ],
});
