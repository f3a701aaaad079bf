import { type Completeness, DEFAULT_LIMITS } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { ResponseBody } from "../../src/body/response-body.ts";
import { type BodyAttempt, Resumption } from "../../src/body/resume.ts";
import { CallScope } from "../../src/call/call-scope.ts";
import { systemClock } from "../../src/call/clock.ts";
import type { RetryState } from "../../src/call/retry.ts";

/** 30,000 bytes, none of them like those 4 KiB before. */
const BYTES: Uint8Array = Uint8Array.from({ length: 30_000 }, (_, i) => (i * 7 + (i >> 9)) % 251);

/** The bytes from an offset, in chunks of this length; the connection is reset at `end`. */
async function* body(
  bytes: Uint8Array,
  start: number,
  length: number,
  end?: number,
): AsyncGenerator<Uint8Array, Completeness, void> {
  const chunk = new Uint8Array(length);
  for (let at = start; at < (end ?? bytes.length); at += length) {
    const part = bytes.subarray(at, Math.min(at + length, end ?? bytes.length));
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
  end: () => {},
} as unknown as RetryState;

/** An attempt to get a body, in a call of its own. */
function attempt(source: BodyAttempt["source"], size: number | undefined): BodyAttempt {
  const scope = new CallScope(systemClock, Number.POSITIVE_INFINITY, undefined);
  const toCallerError = (error: unknown) => error;
  const call = Object.assign(scope, {
    toCallerError,
    shownUrl: "x:",
    maxBody: BYTES.length,
    limits: DEFAULT_LIMITS,
    mark: () => {},
  });
  const entity = { body: source, ...(size !== undefined && { size }) };
  return { call, entity, source, frame: { framing: undefined, expected: undefined } };
}

const NO_OPTIONS = { onProgress: undefined, signal: undefined };

describe("a body whose connection is reset", () => {
  /** Reads the bytes over a connection that is reset at `end`, and then over a second one. */
  const readResumed = async (bytes: Uint8Array, length: number, end: number) => {
    const opened: number[] = [];
    const size = bytes.length;
    const open = async (start: number) => {
      opened.push(start);
      return attempt(body(bytes, start, length), size);
    };
    const resumption = new Resumption({ start: 0, size, retrying, open });
    const first = attempt(body(bytes, 0, length, end), size);
    const read = new ResponseBody({ first, total: size, options: NO_OPTIONS, resumption });
    const got: number[] = [];
    for (let chunk = await read.read(); chunk !== undefined; chunk = await read.read()) got.push(...chunk);
    return { opened, got: Uint8Array.from(got) };
  };

  it.each([1000, 4096, 5000, 20_000])(
    "resumes 4 KiB before the break, in chunks of %i bytes",
    async (length) => {
      for (const end of [3, 4096, 8191, 8192, 8193, 12_289, 25_000]) {
        const { opened, got } = await readResumed(BYTES, length, end);
        expect(opened).toEqual([Math.max(0, end - 4096)]);
        expect(Buffer.compare(got, BYTES)).toBe(0);
      }
    },
  );

  // Each byte is a read of its own, so these bodies end soon after the break.
  it.each([3, 4096, 8192, 8193])(
    "resumes 4 KiB before the break, in chunks of 1 byte: after %i bytes",
    async (end) => {
      const bytes = BYTES.subarray(0, end + 10);
      const { opened, got } = await readResumed(bytes, 1, end);
      expect(opened).toEqual([Math.max(0, end - 4096)]);
      expect(Buffer.compare(got, bytes)).toBe(0);
    },
  );
});

describe("the size of an entity whose connection is reset", () => {
  /** Opens the entity again with the second size, after a first response with the first one. */
  const reopen = (first: number | undefined, second: number | undefined) => {
    const open = async () => attempt(body(BYTES, 0, 1000), second);
    return new Resumption({ start: 0, size: first, retrying, open }).reopen(new Error("broken"));
  };

  it("must not have changed: a longer file with the same beginning is another file", async () => {
    await expect(reopen(30_000, 30_001)).rejects.toMatchObject({ code: "changed" });
    await expect(reopen(30_000, 0)).rejects.toMatchObject({ code: "changed" });
    await expect(reopen(30_000, 30_000)).resolves.toMatchObject({ entity: { size: 30_000 } });
  });

  it.each([
    [30_000, undefined],
    [undefined, 30_000],
    [undefined, undefined],
  ])("is not compared if a server does not report it both times (%s, %s)", async (first, second) => {
    const { entity } = await reopen(first, second);
    expect(entity.size).toBe(second);
  });
});
