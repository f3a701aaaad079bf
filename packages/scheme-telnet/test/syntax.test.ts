import { anyAuthority, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { telnet } from "../src/index.ts";

describeScheme(telnet, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority({ login: true }),
  parts: fc.constant({}),
});
