import { createRegistry } from "@anyurl/core";
import { describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cid, mid } from "../src/index.ts";

const character = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(..."abXY019.-_@!#$%&'*+/=?^`{|}~[]:,;()\\") },
  { weight: 1, arbitrary: fc.constantFrom("é", "海", "😀") },
);
const id = fc.oneof(
  fc.string({ unit: character, minLength: 1, maxLength: 12 }),
  fc.constantFrom('"a b"@c', "1.2", "a@b"),
);

describeScheme(cid, readVectors(new URL("cid-vectors.json", import.meta.url)), {
  parts: fc.record({ contentId: id }),
});
describeScheme(mid, readVectors(new URL("mid-vectors.json", import.meta.url)), {
  parts: fc.record({ messageId: id, contentId: fc.oneof(fc.constant(undefined), id) }),
});

describe("mid and cid references", () => {
  const urls = createRegistry(mid, cid);

  it("resolves only fragments (RFC 2392 has no relative form)", () => {
    expect(String(urls.resolve("cid:a@b", "#top"))).toBe("cid:a@b#top");
    for (const base of ["cid:a@b", "mid:a@b/c@d"])
      expect(() => urls.resolve(base, "c@d")).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});
