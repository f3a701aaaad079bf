import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBoundedStore } from "../../src/cache/index.ts";

const costOf = (value: unknown) => value as number;

describe("boundedStore", () => {
  it("limits bytes and entries, and evicts the least recently used ones", async () => {
    const store = createBoundedStore({ maxOctets: 1000, maxEntries: 3 }, costOf);
    for (const key of ["a", "b", "c"]) await store.set(key, 10);
    await store.get("a");
    await store.set("d", 10);
    expect(await Promise.all(["a", "b", "c", "d"].map((key) => store.has(key)))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    await store.set("e", 990);
    expect([store.size, store.octets]).toEqual([1, 992]);
    expect(await store.set("f", 1000)).toBe(false);
  });

  it("never exceeds its limits, and counts correctly, after any operations", async () => {
    const key = fc.constantFrom("a", "b", "c", "d", "e", "f");
    const deed = fc.oneof(
      fc.record({ do: fc.constant("set"), key, value: fc.integer({ min: 0, max: 60 }) }),
      fc.record({ do: fc.constantFrom("get", "delete"), key, value: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 60 }), async (deeds) => {
        const store = createBoundedStore({ maxOctets: 100, maxEntries: 4 }, costOf);
        for (const { do: what, key: at, value } of deeds) {
          if (what === "set") await store.set(at, value);
          else if (what === "get") await store.get(at);
          else await store.delete(at);
          expect(store.octets).toBeLessThanOrEqual(100);
          expect(store.size).toBeLessThanOrEqual(4);
        }
        let sum = 0;
        for (const at of ["a", "b", "c", "d", "e", "f"]) {
          const value = await store.get(at);
          if (value !== undefined) sum += value + 2;
        }
        expect(store.octets).toBe(sum);
      }),
    );
  });
});
