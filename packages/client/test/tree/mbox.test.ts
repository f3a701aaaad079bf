import { AccessError, type Entry, octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import type { ArchiveOperations } from "../../src/tree/archive/archive.ts";
import { openMbox } from "../../src/tree/archive/mbox.ts";

const BOX = "file:///a.mbox";
const MARK = `${BOX}.anyurl-append`;
const OLD = "From x\nMessage-ID: <old@x>\n\nold, without a line end";
const ENTRY: Entry = { name: "a message", kind: "file", url: "x:1" };
const TEXT = "Message-ID: <new@x>\n\nFrom the sea\n";

/** Files in memory. An append is cut after `most` bytes, as by a kill. */
function files(kept: Map<string, string>, most: number = Number.POSITIVE_INFINITY): ArchiveOperations {
  const missing = () => {
    throw new Error("not used");
  };
  return {
    async *read(url, end) {
      const text = kept.get(url);
      if (text === undefined) throw new AccessError("not-found", "nothing there");
      const octets = octetsOf(text).subarray(0, end);
      // In chunks, so that offsets fall within them.
      for (let at = 0; at < octets.length; at += 7) yield octets.subarray(at, at + 7);
    },
    async put(url, content) {
      const chunks: Uint8Array[] = [];
      if (content instanceof Uint8Array) chunks.push(content);
      else for await (const chunk of content) chunks.push(chunk.slice());
      kept.set(url, textOf(concat(...chunks)));
    },
    async append(url, content) {
      kept.set(url, (kept.get(url) ?? "") + textOf(content.subarray(0, most)));
      if (most < content.length) throw new Error("killed");
    },
    async remove(url) {
      kept.delete(url);
    },
    retrieve: missing,
    rename: missing,
    list: missing,
    ensureDirectory: missing,
  };
}

async function add(kept: Map<string, string>, most?: number): Promise<void> {
  const archive = await openMbox(BOX, files(kept, most));
  await archive.add({ entry: ENTRY, text: TEXT });
  await archive.end();
}

async function whole(): Promise<string> {
  const kept = new Map([[BOX, OLD]]);
  await add(kept);
  return kept.get(BOX)!;
}

describe("an mbox", () => {
  it("has the same messages after a run that was killed at any byte, and a second one", async () => {
    const expected = await whole();
    for (let cut = 0; cut < expected.length - OLD.length; cut++) {
      const kept = new Map([[BOX, OLD]]);
      await expect(add(kept, cut)).rejects.toThrow("killed");
      expect(kept.has(MARK)).toBe(true);
      await add(kept);
      expect([...kept]).toEqual([[BOX, expected]]);
    }
  });

  it("keeps a message that another program has appended after the kill, whatever was written before", async () => {
    const length = (await whole()).length - OLD.length;
    const other = "\n\nFrom y\nMessage-ID: <y@y>\n\nother\n\n";
    for (const cut of [0, 2, 20, length - 1]) {
      const kept = new Map([[BOX, OLD]]);
      await expect(add(kept, cut)).rejects.toThrow("killed");
      kept.set(BOX, kept.get(BOX)! + other);
      await add(kept);
      expect(kept.get(BOX)).toContain(other);
      expect(kept.has(MARK)).toBe(false);
    }
  });

  it("does not read a mark that is not one", async () => {
    for (const mark of ["", "x", "12", "-1\nFrom", "9".repeat(16)]) {
      const kept = new Map([
        [BOX, OLD],
        [MARK, mark],
      ]);
      await add(kept);
      expect([...kept]).toEqual([[BOX, await whole()]]);
    }
  });
});
