import { describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { type UrnParts, urn } from "../src/index.ts";

const escaped = fc.integer({ min: 0, max: 255 }).map((octet) => `%${octet.toString(16).padStart(2, "0")}`);
const pchar = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(..."abcXYZ019-._~!$&'()*+,;=:@") },
  { weight: 1, arbitrary: escaped },
);
/** pchar *( pchar / more ) */
const text = (more: string) =>
  fc
    .tuple(
      pchar,
      fc.array(
        fc.oneof({ weight: 3, arbitrary: pchar }, { weight: 1, arbitrary: fc.constantFrom(...more) }),
        { maxLength: 8 },
      ),
    )
    .map(([first, rest]) => first + rest.join(""));
const alphanum = fc.constantFrom(..."abcxyz019");
const nid = fc
  .tuple(alphanum, fc.string({ unit: fc.constantFrom(..."abcxyz019-"), maxLength: 30 }), alphanum)
  .map((all) => all.join(""));

/** The hexadecimal digits of escapes are the only difference to the parts of the normal form. */
const gist = (parts: UrnParts): string =>
  JSON.stringify(parts).replace(/%[0-9a-fA-F]{2}/g, (each) => each.toUpperCase());

const none = fc.constant(undefined);
describeScheme(
  urn,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    parts: fc.record({
      nid,
      nss: text("/"),
      rComponent: fc.oneof(
        none,
        text("/?").filter((r) => !r.includes("?=")),
      ),
      qComponent: fc.oneof(none, text("/?")),
    }),
  },
  { sameParts: (a, b) => gist(a) === gist(b) },
);
