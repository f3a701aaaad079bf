import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { irc } from "../src/index.ts";

const lower = anyText({ maxLength: 12 }).map((text) => text.replaceAll(/[A-Z]/g, "x"));
const flag = fc.oneof(fc.constantFrom("isuser", "isserver", "needkey"), lower).filter((each) => each !== "");
const entity = fc.oneof(anyText(), fc.constantFrom("#anyurl", "&local", "joe!j@h.example", "a,b"));

describeScheme(irc, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority({ login: true }),
  parts: fc.record(
    {
      entity: entity.filter((text) => text !== ""),
      flags: fc.uniqueArray(flag, { maxLength: 3 }),
      options: fc.array(fc.record({ name: fc.oneof(fc.constant("key"), lower), value: anyText() }), {
        maxLength: 3,
      }),
    },
    { requiredKeys: ["flags", "options"] },
  ),
});
