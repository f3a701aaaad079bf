import { decodeText } from "@anyurl/core";
import { anyHost, describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { file } from "../src/index.ts";

/** Any bytes except NUL. */
const segment = textWithout("\0");

describeScheme(
  file,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    authority: fc.record({ host: fc.oneof(fc.constantFrom("", "localhost", "LocalHost"), anyHost()) }),
    parts: fc.record({ segments: fc.array(segment, { minLength: 1, maxLength: 4 }) }),
  },
  // No host, an empty host, and "localhost" are the same machine (RFC 8089 §2).
  { hostAs: (host = "") => (decodeText(host).toLowerCase() === "localhost" ? "" : host) },
);
