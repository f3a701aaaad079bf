import { isDeepStrictEqual } from "node:util";
import { encodeText, normalizeEscapes, QUERY } from "@anyurl/core";
import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { type WsParts, ws } from "../src/index.ts";

/** A query is raw: its data are percent-encoded. */
const query = anyText().map((text) => encodeText(text, QUERY));
const normal = (raw: string | undefined) => raw && normalizeEscapes(raw);

describeScheme(
  ws,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    authority: anyAuthority(),
    parts: fc.record(
      { segments: fc.array(anyText(), { minLength: 1, maxLength: 4 }), query },
      { requiredKeys: ["segments"] },
    ),
  },
  {
    // The normal form has no escapes of unreserved characters, and no dot segments.
    sameParts: (a: WsParts, b: WsParts) =>
      isDeepStrictEqual([a.segments, normal(a.query), a.secure], [b.segments, normal(b.query), b.secure]),
    sentAs: (text) => normalizeEscapes(text),
  },
);
