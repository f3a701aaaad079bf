import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { xDemo } from "../src/index.ts";

describeScheme(xDemo, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.record({
    segments: fc.array(anyText(), { minLength: 1 }),
    // A single empty key cannot be distinguished from no key.
    keys: fc.array(anyText()).filter((keys) => keys.length !== 1 || keys[0] !== ""),
  }),
});
