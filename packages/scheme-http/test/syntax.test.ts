import { isDeepStrictEqual } from "node:util";
import { encodeText, normalizeEscapes, QUERY, UCHAR } from "@anyurl/core";
import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { type HttpParts, http } from "../src/index.ts";

/** A searchpart is raw: its data are percent-encoded, and its "+", "&" and "=" are unchanged. */
const searchpart = anyText().map((text) => encodeText(text, QUERY));

/** In a raw part, normalization changes only what is equivalent under one of the profiles. */
const sameParts = (a: HttpParts, b: HttpParts) =>
  isDeepStrictEqual(a.segments, b.segments) && normal(a.searchpart) === normal(b.searchpart);

function normal(raw: string | undefined): string | undefined {
  return raw && sentAs(raw);
}

/** A request is sent as written, and each profile has its own normal form. */
const sentAs = (text: string) => normalizeEscapes(text.replaceAll("~", "%7E"), UCHAR);

describeScheme(
  http,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    authority: anyAuthority({ login: true }),
    parts: fc.record(
      { segments: fc.array(anyText(), { minLength: 1, maxLength: 4 }), searchpart },
      { requiredKeys: ["segments"] },
    ),
  },
  { sameParts, sentAs },
);
