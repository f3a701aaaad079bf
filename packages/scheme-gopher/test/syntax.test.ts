import { describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { gopher } from "../src/index.ts";

/** Any bytes except those that end a field of the request line. */
const field = textWithout("\0\t\r\n");

const gophertype = fc.constantFrom(..."0123456789+gIThis:;<dPpM%?#!~");

describeScheme(gopher, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.oneof(
    fc.record({ gophertype, selector: field, search: field }, { requiredKeys: ["gophertype", "selector"] }),
    // A gopher+ string adds a search, which can be empty (RFC 4266 §2.4).
    fc.record({ gophertype, selector: field, search: field, gopherPlus: textWithout("\0\r\n") }),
  ),
});
