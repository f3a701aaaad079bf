import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { dict } from "../src/index.ts";

const text = anyText().filter((each) => each !== "");
const name = fc.oneof(text, fc.constantFrom("!", "*", ".", "wordnet", "exact"));
const n = fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined });
const auth = fc.constantFrom("AUTH", "SASLAUTH=*", "SASLAUTH=KERBEROS_V4", undefined);
const login = fc.oneof(
  fc.constant({}),
  fc.record({ user: anyText(), auth }).map(({ user, auth: type }) => ({ user, ...(type && { auth: type }) })),
);
const path = fc.oneof(
  fc.constant({}),
  fc.record({ command: fc.constant("define" as const), word: text, database: name, n }),
  fc.record({ command: fc.constant("match" as const), word: text, database: name, strategy: name, n }),
);

describeScheme(dict, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: anyAuthority(),
  parts: fc.tuple(login, path).map(([first, second]) => ({ ...first, ...second })),
});
