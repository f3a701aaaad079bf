import { anyAuthority, describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { finger } from "../src/index.ts";

const name = textWithout("@");
const user = name.filter((text) => text !== "" && !/^\/W(?: |$)/.test(text));

describeScheme(finger, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority(),
  parts: fc.record(
    { verbose: fc.boolean(), user, hosts: fc.array(name, { maxLength: 3 }) },
    { requiredKeys: ["verbose", "hosts"] },
  ),
});
