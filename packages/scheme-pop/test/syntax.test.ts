import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { pop } from "../src/index.ts";

const user = anyText().filter((each) => each !== "");
const auth = fc.constantFrom(undefined, "*", "+APOP", "+X-1", "PLAIN", "SCRAM-SHA-256");

describeScheme(pop, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority(),
  parts: fc.oneof(fc.constant({}), fc.record({ user, auth })),
});
