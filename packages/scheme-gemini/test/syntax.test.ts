import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { gemini } from "../src/index.ts";

describeScheme(gemini, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority(),
  parts: fc.record(
    { segments: fc.array(anyText({ maxLength: 12 }), { minLength: 1, maxLength: 4 }), input: anyText() },
    { requiredKeys: ["segments"] },
  ),
});
