import { describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { nfs } from "../src/index.ts";

const segment = textWithout("\0");

describeScheme(nfs, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc
    .record({
      absolute: fc.boolean(),
      segments: fc.array(fc.oneof(segment, fc.constantFrom("", ".", "..", "a")), {
        minLength: 1,
        maxLength: 5,
      }),
    })
    // Such a path would be absolute.
    .filter(({ absolute, segments }) => absolute || segments.length === 1 || segments[0] !== ""),
});
