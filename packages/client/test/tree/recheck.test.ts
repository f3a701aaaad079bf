import { AccessError, type Attributes, type Entry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { copyBody } from "../../src/tree/copy.ts";
import { recheck } from "../../src/tree/recheck.ts";

const at = (text: string): Date => new Date(`2026-01-01T${text}Z`);
const entry = (more: Partial<Entry> = {}): Entry => ({
  ...{ name: "x", kind: "file", url: "x-tree://h/x", size: 1, modified: at("00:00:00") },
  ...more,
});
const later = (more: Partial<Attributes> = {}) => ({
  ...{ kind: "file" as const, size: 1, modified: at("00:00:00") },
  ...more,
});

describe("the check of a file after it was read", () => {
  it.each<[string, Entry, object, Attributes, boolean]>([
    ["the same size and time", entry(), {}, later(), true],
    ["another size", entry(), {}, later({ size: 2 }), false],
    ["a later time", entry(), {}, later({ modified: at("00:00:01") }), false],
    ["an earlier time", entry({ modified: at("00:00:09") }), {}, later(), false],
    [
      "a coarser time in the listing",
      entry({ modifiedPrecision: "day" }),
      {},
      later({ modified: at("09:00:00") }),
      true,
    ],
    ["no metadata", entry(), {}, { kind: "file" }, true],
    ["the size of the response instead of the listing", entry({ size: 9 }), { size: 1 }, later(), true],
    [
      "the time of the response instead of the listing",
      entry({ modified: at("00:00:09") }),
      { modified: at("00:00:00") },
      later(),
      true,
    ],
    [
      "another millisecond than that of the response",
      entry(),
      { size: 1, modified: at("00:00:00.100") },
      later({ modified: at("00:00:00.101"), modifiedPrecision: "millisecond" }),
      false,
    ],
    ["the listed size of a link itself", entry({ isLink: true, size: 9 }), {}, later(), true],
  ])("decides by %s", async (_, before, response, now, passes) => {
    const checked = recheck(before, response, async () => now);
    if (passes) await checked;
    else await expect(checked).rejects.toMatchObject({ code: "changed", retryable: true });
  });

  it("fails if the file does not exist any more, and passes if the server tells nothing", async () => {
    const failing = (code: "not-found" | "unsupported" | "aborted") => async () => {
      throw new AccessError(code, "no metadata");
    };
    await expect(recheck(entry(), {}, failing("not-found"))).rejects.toMatchObject({ code: "changed" });
    await recheck(entry(), {}, failing("unsupported"));
    await expect(recheck(entry(), {}, failing("aborted"))).rejects.toMatchObject({ code: "aborted" });
  });

  it("keeps the last bytes back until it has passed", async () => {
    const copy = async (confirm: () => Promise<void>) => {
      // As the chunks of a response, each is valid only until the next one is requested.
      async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
        const memory = new Uint8Array(1);
        for (const byte of [1, 2, 3]) {
          memory[0] = byte;
          yield memory;
          memory[0] = 0;
        }
      }
      const written: number[] = [];
      const copied = await copyBody(
        { chunks, complete: Promise.resolve(true) } as never,
        async (source) => {
          for await (const chunk of source) written.push(...chunk);
        },
        confirm,
      ).catch((error: unknown) => error);
      return { written, copied };
    };
    expect(await copy(async () => {})).toEqual({ written: [1, 2, 3], copied: { octets: 3, complete: true } });
    const changed = new AccessError("changed", "the source changed");
    expect(await copy(() => Promise.reject(changed))).toEqual({ written: [1, 2], copied: changed });
  });
});
