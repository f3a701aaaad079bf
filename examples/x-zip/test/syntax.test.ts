import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { zip } from "../src/index.ts";

const segments = fc.array(anyText(), { minLength: 1 });

// Run by Node itself: the exam takes the runner that it is in.
describeScheme(zip, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.record({ archive: segments, entry: segments }),
});
