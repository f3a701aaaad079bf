import { anyAuthority, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { news } from "../src/index.ts";

/** Components of RFC 5536, and those that RFC 3977 allows beyond it. */
const component = fc.string({
  unit: fc.constantFrom(..."abcXYZ019+-_~/:;%#$&'()=<>|üß本😀"),
  minLength: 1,
  maxLength: 6,
});
const newsgroupName = fc.array(component, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
const wildmat = fc
  .tuple(newsgroupName, fc.constantFrom("*", "?", "*.?*"), fc.oneof(newsgroupName, fc.constant("")))
  .map((pieces) => pieces.join(""));

const atoms = fc
  .array(
    fc.string({ unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-/=?^_`{|}~"), minLength: 1, maxLength: 6 }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join("."));
const literal = fc
  .string({ unit: fc.constantFrom(...'aZ09.:@<!%/?#"(),;'), maxLength: 8 })
  .map((text) => `[${text}]`);
const messageId = fc.tuple(atoms, fc.oneof(atoms, literal)).map((sides) => sides.join("@"));

describeScheme(news, readVectors(new URL("vectors.json", import.meta.url)), {
  authority: fc.oneof(fc.constant({}), anyAuthority({ login: true })),
  parts: fc.oneof(
    fc.record({ newsgroupName }),
    fc.record({ wildmat: fc.oneof(wildmat, fc.constant("*")) }),
    fc.record({ messageId }),
  ),
});
