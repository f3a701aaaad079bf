import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { formatDocumentId, wais } from "../src/index.ts";

const database = anyText();
const wtype = fc.oneof(fc.constantFrom("TEXT", "GIF", "WSRC"), anyText());

/** Mostly small: a plan has a request for each chunk of the document, up to a hundred. */
const length = fc.oneof({ weight: 40, arbitrary: fc.nat(20_000) }, { weight: 1, arbitrary: fc.nat() });

const field = fc
  .record({
    tag: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 0xffff_ffff })),
    value: anyText(),
  })
  // In fields, this one would be parsed as the byte 00.
  .filter(({ tag, value }) => tag !== 7 || value !== "0");

describeScheme(wais, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc.oneof(
    fc.record({ database, search: anyText() }, { requiredKeys: ["database"] }),
    fc.record({ database, wtype, wpath: anyText(), spelling: fc.constant("octets" as const) }),
    fc.record(
      {
        database,
        wtype,
        wpath: fc.array(field, { minLength: 1, maxLength: 4 }).map(formatDocumentId),
        spelling: fc.constant("fields" as const),
        length,
      },
      { requiredKeys: ["database", "wtype", "wpath", "spelling"] },
    ),
  ),
});
