import { describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { xDemo } from "../src/index.ts";

/** Any bytes except those that no name on the server contains. */
const segment = textWithout("\0\r\n");

describeScheme(xDemo, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.record({ segments: fc.array(segment, { minLength: 1 }) }),
});
