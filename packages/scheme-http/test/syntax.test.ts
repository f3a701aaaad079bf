import { isDeepStrictEqual } from "node:util";
import { encodeText, normalizeEscapes, QUERY, UCHAR } from "@anyurl/core";
import { anyAuthority, anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { type HttpParts, http } from "../src/index.ts";

/** A searchpart is raw: whatever stands in it is escaped, and its "+", "&" and "=" are as they come. */
const searchpart = anyText().map((text) => encodeText(text, QUERY));

/** A raw part changes with the normal form: by what says the same in one profile or the other, and no more. */
const sameParts = (a: HttpParts, b: HttpParts) =>
  isDeepStrictEqual(a.segments, b.segments) && normal(a.searchpart) === normal(b.searchpart);

function normal(raw: string | undefined): string | undefined {
  return raw && sentAs(raw);
}

/** A request is sent as it is written, and each profile has a normal form of its own. */
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
