import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { prospero } from "../src/index.ts";

const fieldspec = fc.record({
  fieldname: fc.oneof(fc.constantFrom("OBJECT-VERSION", "ID", "a"), anyText()),
  fieldvalue: anyText(),
});

describeScheme(prospero, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.record(
    { hsoname: anyText(), fieldspecs: fc.array(fieldspec, { minLength: 1, maxLength: 4 }) },
    { requiredKeys: ["hsoname"] },
  ),
});
