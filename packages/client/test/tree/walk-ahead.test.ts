import { describe, expect, it } from "vitest";
import type { TreeEntry } from "../../src/tree/walk.ts";
import { type TreeTotal, walkAhead } from "../../src/tree/walk-ahead.ts";

const entry = (name: string, more: object = {}): TreeEntry => ({
  entry: { name, kind: "file", url: `x:${name}`, ...more },
  path: [name],
  localPath: [name],
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A walk that counts its entries. */
function createWalk(entries: readonly TreeEntry[], end: () => void = () => {}) {
  const state = { read: 0, isEnded: false };
  async function* walk() {
    try {
      for (const each of entries) {
        state.read++;
        yield each;
      }
      end();
    } finally {
      state.isEnded = true;
    }
  }
  return { state, walk };
}

const MANY = Array.from({ length: 100 }, (_, i) => entry(`${i}`, { size: 10 }));

async function collect(walked: AsyncIterable<TreeEntry>): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const each of walked) names.push(each.entry.name);
  return names;
}

describe("a walk ahead of the copies", () => {
  it.each([1, 2, 7, 1000])("yields all entries in their order, at most %i ahead", async (most) => {
    const { state, walk } = createWalk(MANY);
    let yielded = 0;
    for await (const each of walkAhead(walk(), most, undefined)) {
      expect(each).toBe(MANY[yielded++]);
      await settled();
      expect(state.read).toBe(Math.min(MANY.length, yielded + most));
    }
    expect(yielded).toBe(MANY.length);
  });

  it("counts files, their sizes, and those without one, and then says that this is all", async () => {
    const totals: TreeTotal[] = [];
    const entries = [
      entry("a", { size: 5 }),
      entry("d", { kind: "directory", size: 4096 }),
      entry("b"),
      entry("text", { kind: "information" }),
    ];
    await collect(walkAhead(entries, 10, (total) => totals.push(total)));
    expect(totals).toEqual([
      { files: 1, octets: 5, unsized: 0, isFinal: false },
      { files: 2, octets: 5, unsized: 1, isFinal: false },
      { files: 2, octets: 5, unsized: 1, isFinal: true },
    ]);
  });

  it("fails after the entries that came before the error, with a total that is not final", async () => {
    const totals: TreeTotal[] = [];
    const { walk } = createWalk(MANY, () => {
      throw new Error("too many");
    });
    const names: string[] = [];
    const reading = (async () => {
      for await (const each of walkAhead(walk(), 1000, (total) => totals.push(total)))
        names.push(each.entry.name);
    })();
    await expect(reading).rejects.toThrow("too many");
    expect(names).toHaveLength(100);
    expect(totals.every(({ isFinal }) => !isFinal)).toBe(true);
  });

  it("ends the walk if the copies end early, also while it waits", async () => {
    for (const most of [1, 1000]) {
      const { state, walk } = createWalk(MANY);
      for await (const _ of walkAhead(walk(), most, undefined)) break;
      expect(state.isEnded).toBe(true);
      expect(state.read).toBeLessThanOrEqual(most + 1);
    }
  });
});
