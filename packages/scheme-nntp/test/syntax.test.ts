import { normalizeArticleNumber } from "@anyurl/protocol-nntp";
import { anyAuthority, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { nntp } from "../src/index.ts";

/** Components of RFC 5536, and those that RFC 3977 allows beyond it. */
const component = fc.string({
  unit: fc.constantFrom(..."abcXYZ019+-_~/:;@%#$&'()=<>|üß本😀"),
  minLength: 1,
  maxLength: 6,
});
const newsgroupName = fc.array(component, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));
const articleNumber = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 16 });

describeScheme(
  nntp,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    authority: anyAuthority({ login: true }),
    parts: fc.record({ newsgroupName, articleNumber }, { requiredKeys: ["newsgroupName"] }),
  },
  {
    // The normal form has no leading zeros.
    sameParts: (a, b) =>
      a.newsgroupName === b.newsgroupName &&
      (a.articleNumber && normalizeArticleNumber(a.articleNumber)) ===
        (b.articleNumber && normalizeArticleNumber(b.articleNumber)),
  },
);
