import { createRegistry, defineScheme } from "@anyurl/core";
import fc from "fast-check";
import { expect, it } from "vitest";

const NAMES = ["ab", "abc", "abx", "a-b", "a.b", "ba", "xc"];
const registry = createRegistry({
  schemes: NAMES.map((name) =>
    defineScheme({
      ...{ name, cite: ["README"], parse: () => ({ name }), examples: [] },
      format: () => `${name}:`,
    }),
  ),
});

it("finds a scheme by the name at the start of a URL as it does by the name itself", () => {
  const letters = fc.string({ unit: fc.constantFrom(..."aAbBcCxX-.+:/é"), maxLength: 8 });
  fc.assert(
    fc.property(fc.oneof(letters, fc.constantFrom(...NAMES)), letters, (name, rest) => {
      const text = `${name}:${rest}`;
      const parsed = registry.tryParse(text);
      if (!parsed.ok) return;
      const scheme = text.slice(0, text.indexOf(":")).toLowerCase();
      expect(parsed.url.scheme).toBe(scheme);
      expect((parsed.url as { readonly parts: unknown }).parts).toEqual(
        registry.scheme(scheme) === undefined ? undefined : { name: scheme },
      );
    }),
    { numRuns: 2_000 },
  );
});
