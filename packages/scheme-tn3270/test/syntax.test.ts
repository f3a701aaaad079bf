import { anyAuthority, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { tn3270 } from "../src/index.ts";

describeScheme(tn3270, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority({ login: true }),
  parts: fc.constant({}),
});
