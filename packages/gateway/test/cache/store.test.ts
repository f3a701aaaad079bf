import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../src/cache/store.ts";
import { measureValue, type StoredValue } from "../../src/cache/stored.ts";

/** A body of this size. Its cost also includes an overhead, and its key. */
const bodyOf = (length: number): StoredValue => ({ is: "get", items: [new Uint8Array(length)] });
const OVERHEAD = measureValue(bodyOf(0)) + 2;
const KEYS = ["a", "b", "c", "d", "e", "f"];

describe("the store in memory", () => {
  it("limits bytes and entries, and evicts the least recently used ones", async () => {
    const store = createMemoryStore({ maxOctets: 3 * OVERHEAD + 1000, maxEntries: 3, now: undefined });
    const kept = async () => {
      const found = await Promise.all(["f", "e", "d", "c", "b"].map((key) => store.read(key)));
      return found.map((each) => each !== undefined);
    };
    for (const key of ["a", "b", "c"]) await store.write(key, bodyOf(10), 60_000);
    await store.read("b");
    await store.write("d", bodyOf(10), 60_000);
    await store.write("e", bodyOf(10), 60_000);
    expect(await kept()).toEqual([false, true, true, false, true]);
    await store.write("e", bodyOf(2 * OVERHEAD + 1000), 60_000);
    expect(await kept()).toEqual([false, true, false, false, false]);
    await store.write("f", bodyOf(3 * OVERHEAD + 1000), 60_000);
    expect(await kept()).toEqual([false, true, false, false, false]);
  });

  it.each([
    ["set back by an hour", -3_600_000],
    ["set forward by an hour", 3_600_000],
  ])("keeps no value longer than its time if the clock is %s", async (_, jump) => {
    let time = 1_800_000_000_000;
    const store = createMemoryStore({ maxOctets: 100_000, maxEntries: 3, now: () => time });
    await store.write("a", bodyOf(10), 60_000);
    time += jump;
    expect(await store.read("a")).toEqual(jump < 0 ? bodyOf(10) : undefined);
    time += 60_001;
    expect(await store.read("a")).toBeUndefined();
    await store.write("a", bodyOf(10), 60_000);
    time += 59_999;
    expect(await store.read("a")).toEqual(bodyOf(10));
  });

  it("never exceeds its limits, after any operations", async () => {
    const operation = fc.record({ key: fc.constantFrom(...KEYS), length: fc.option(fc.nat(2000)) });
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 60 }), async (operations) => {
        const store = createMemoryStore({ maxOctets: 4000, maxEntries: 4, now: undefined });
        for (const { key, length } of operations) {
          if (length === null) await store.read(key);
          else await store.write(key, bodyOf(length), 60_000);
        }
        const found = (await Promise.all(KEYS.map((key) => store.read(key)))).filter(
          (each) => each !== undefined,
        );
        expect(found.length).toBeLessThanOrEqual(4);
        expect(found.reduce((sum, each) => sum + measureValue(each) + 2, 0)).toBeLessThanOrEqual(4000);
      }),
    );
  });

  it("can be without limits", async () => {
    const store = createMemoryStore({
      maxOctets: Number.POSITIVE_INFINITY,
      maxEntries: Number.POSITIVE_INFINITY,
      now: undefined,
    });
    await store.write("a", bodyOf(10), 60_000);
    expect(await store.read("a")).toEqual(bodyOf(10));
  });
});
