import type { Completeness } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { resumableBody } from "../../src/body/resume.ts";
import type { RetryState } from "../../src/call/retry.ts";

/** 30,000 bytes, none of them like those 4 KiB before. */
const BYTES: Uint8Array = Uint8Array.from({ length: 30_000 }, (_, i) => (i * 7 + (i >> 9)) % 251);

/** The body from an offset, in chunks of this length; the connection is reset at `end`. */
async function* body(
  start: number,
  length: number,
  end?: number,
): AsyncGenerator<Uint8Array, Completeness, void> {
  const chunk = new Uint8Array(length);
  for (let at = start; at < (end ?? BYTES.length); at += length) {
    const part = BYTES.subarray(at, Math.min(at + length, end ?? BYTES.length));
    chunk.set(part);
    yield chunk.subarray(0, part.length);
    chunk.fill(0xff);
  }
  if (end !== undefined) throw new Error("broken");
  return true;
}

const retrying = {
  failed: async () => {},
  run: (attempt: () => unknown) => attempt(),
} as unknown as RetryState;

describe("a body whose connection is reset", () => {
  it.each([1, 1000, 4096, 5000, 20_000])(
    "resumes 4 KiB before the break, in chunks of %i bytes",
    async (length) => {
      for (const end of [3, 4096, 8191, 8192, 8193, 12_289, 25_000]) {
        const opened: number[] = [];
        const open = async (start: number) => {
          opened.push(start);
          return { body: body(start, length), size: BYTES.length };
        };
        const first = { body: body(0, length, end), size: BYTES.length };
        const got: number[] = [];
        for await (const chunk of resumableBody(first, 0, open, retrying)) got.push(...chunk);
        expect(opened).toEqual([Math.max(0, end - 4096)]);
        expect(Buffer.compare(Uint8Array.from(got), BYTES)).toBe(0);
      }
    },
  );
});
