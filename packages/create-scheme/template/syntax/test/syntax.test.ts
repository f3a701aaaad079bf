import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { xDemo } from "../src/index.ts";

/** The first segment is not empty; every segment can have any bytes. */
const segments = fc
  .tuple(
    anyText().filter((text) => text !== ""),
    fc.array(anyText()),
  )
  .map(([first, others]) => [first, ...others]);

describeScheme(xDemo, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.record({ segments }),
});
