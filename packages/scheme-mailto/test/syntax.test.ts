import { describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { type MailtoParts, mailto } from "../src/index.ts";

const atoms = fc
  .array(
    fc.string({ unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-/=?^_`{|}~ü本😀"), minLength: 1, maxLength: 6 }),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join("."));
const quoted = fc
  .array(fc.constantFrom(..."aZ0 \t!#$%&'()*+,-./:;<=>?@[]^_`{|}~ü😀", '\\"', "\\\\", "\\ "), {
    maxLength: 8,
  })
  .map((parts) => `"${parts.join("")}"`);
const literal = fc
  .string({ unit: fc.constantFrom(..."az09.:@!\"#$%&'()*+,-/;<=>?^_`{|}~"), maxLength: 8 })
  .map((text) => `[${text}]`);
const address = fc.tuple(fc.oneof(atoms, quoted), fc.oneof(atoms, literal)).map((sides) => sides.join("@"));

/** Any text in UTF-8 without control characters. */
const text = fc
  .string({ unit: "grapheme", maxLength: 30 })
  .map((value) => value.replace(/[\0-\x08\x0a-\x1f\x7f]/g, ""));
const name = fc.oneof(
  fc.constantFrom(
    "subject",
    "To",
    "CC",
    "bcc",
    "In-Reply-To",
    "references",
    "X-Y",
    "__proto__",
    "constructor",
  ),
  fc.string({
    unit: fc.constantFrom(..."abcXYZ019!\"#$%&'()*+,-./;<=>?@[\\]^_`{|}~"),
    minLength: 1,
    maxLength: 8,
  }),
);
const hfield = fc.oneof(
  fc.record({ hfname: name, hfvalue: text }).filter(({ hfname }) => hfname.toLowerCase() !== "body"),
  fc.record({ hfname: fc.constantFrom("to", "Cc"), hfvalue: fc.array(address).map((all) => all.join(", ")) }),
  fc.record({
    hfname: fc.constantFrom("body", "Body"),
    hfvalue: fc.array(text).map((lines) => lines.join("\r\n")),
  }),
);

/** The common form of two equivalent spellings. */
function gist({ to, hfields }: MailtoParts): unknown {
  const isTo = (hfname: string) => hfname.toLowerCase() === "to";
  const more = hfields.filter(({ hfname }) => isTo(hfname)).map(({ hfvalue }) => hfvalue);
  const addresses = [...to, ...more].join(",").split(",");
  return {
    to: addresses.map((each) => gistOf(each.trim().replace(/^<|>$/g, ""))).filter((each) => each !== ""),
    hfields: hfields
      .filter(({ hfname }) => !isTo(hfname))
      .map(({ hfname, hfvalue }) => [hfname.toLowerCase(), hfvalue]),
  };
}

function gistOf(piece: string): string {
  const at = piece.lastIndexOf("@") + 1;
  return piece.slice(0, at) + piece.slice(at).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

describeScheme(
  mailto,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    parts: fc.record({
      to: fc.array(address, { maxLength: 4 }),
      hfields: fc.array(hfield, { maxLength: 5 }),
    }),
  },
  { sameParts: (a, b) => JSON.stringify(gist(a)) === JSON.stringify(gist(b)) },
);
