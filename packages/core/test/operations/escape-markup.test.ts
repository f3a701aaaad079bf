import { escapeMarkup } from "@anyurl/core";
import fc from "fast-check";
import { expect, it } from "vitest";

it("escapes what ends an element or a quoted attribute", () => {
  expect(escapeMarkup(`<a href="x" title='y'>&amp;`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;",
  );
});

it("leaves no character of markup but the ampersands of its references", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const escaped = escapeMarkup(text);
      expect(escaped).not.toMatch(/[<>"']/);
      expect(escaped.replace(/&(amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
    }),
  );
});

it("changes nothing else, such as controls", () => {
  expect(escapeMarkup("a\0\x1b ü\u{1f600}\n")).toBe("a\0\x1b ü\u{1f600}\n");
});
