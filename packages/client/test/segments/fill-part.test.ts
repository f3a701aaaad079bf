import { AccessError, type ByteRange } from "@anyurl/core";
import type { PartFacts, PartFile } from "@anyurl/core/exchange";
import { beforeEach, describe, expect, it } from "vitest";
import { fillPart, type GetResult, type SegmentedSource, type SegmentStart } from "../../src/index.ts";

const BODY = Uint8Array.from({ length: 64_000 }, (_, i) => (i * 31) >> 5);
const SMALL = { segments: 4, minSegment: 1_000 };
const MODIFIED = new Date("2001-02-03T04:05:06Z");

/** A part in memory. */
function createPart(bytes: Uint8Array = new Uint8Array(0), before: Partial<PartFacts> = {}) {
  let contents = bytes;
  const notes: PartFacts[] = [];
  let facts: PartFacts = { url: "x://h/f", ...before };
  const part: PartFile = {
    get length() {
      return contents.length;
    },
    get facts() {
      return facts;
    },
    discarded: undefined,
    async read(into, position) {
      const from = contents.subarray(position, position + into.length);
      into.set(from);
      return from.length;
    },
    async write(octets, position = contents.length) {
      const longer = new Uint8Array(Math.max(contents.length, position + octets.length));
      longer.set(contents);
      longer.set(octets, position);
      contents = longer;
    },
    async truncate(length) {
      contents = contents.slice(0, length);
    },
    async note(noted) {
      facts = noted;
      notes.push(noted);
    },
    complete: () => expect.unreachable(),
  };
  return { part, notes, bytes: () => contents };
}

interface Answer {
  readonly body?: Uint8Array;
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
  readonly etag?: string | undefined;
  /** Ignores the range. */
  readonly whole?: boolean;
  /** Bytes after which the response fails, or ends early. */
  readonly until?: number;
  readonly error?: AccessError;
}

let asked: (ByteRange | undefined)[];
let open: number;
let mostOpen: number;
let answer: (range: ByteRange | undefined, i: number) => Answer;

/** A server that yields chunks of 1000 bytes. */
const get: SegmentedSource["get"] = async (range, signal) => {
  const {
    body = BODY,
    whole,
    until = Number.POSITIVE_INFINITY,
    error,
    ...facts
  } = answer(range, asked.push(range));
  if (error !== undefined && until === Number.POSITIVE_INFINITY) throw error;
  const { start = 0, end = body.length } = range ?? {};
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    mostOpen = Math.max(mostOpen, ++open);
    try {
      for (let at = start; at < end; at += 1_000) {
        await new Promise(setImmediate);
        signal.throwIfAborted();
        if (at - start >= until) {
          if (error !== undefined) throw error;
          return;
        }
        yield body.subarray(at, Math.min(at + 1_000, end));
      }
    } finally {
      open--;
    }
  }
  const result: Partial<GetResult> = {
    ...{ url: "x://h/f", size: body.length, modified: undefined, etag: '"one"', ...facts },
    ...{ mediaType: undefined, framing: undefined, range },
    skipped: whole === true ? start : 0,
    complete: Promise.resolve(true),
    chunks,
  };
  return result as GetResult;
};

const failure = (code: "connect-failed" | "truncated" = "truncated") =>
  new AccessError(code, "the server is busy");

beforeEach(() => {
  [asked, open, mostOpen, answer] = [[], 0, 0, () => ({})];
});

describe("filling an incomplete file in segments", () => {
  it("fetches the ranges at the same time", async () => {
    const { part, bytes, notes } = createPart();
    const starts: SegmentStart[] = [];
    const received: number[] = [];
    const filled = await fillPart(part, { get }, SMALL, {
      started: (start) => void starts.push(start),
      received: (octets) => void received.push(octets),
    });
    expect(filled).toMatchObject({ segments: 4, begin: 0, size: BODY.length });
    expect(filled.reason).toBe(undefined);
    expect(bytes()).toEqual(BODY);
    expect(asked).toEqual([
      undefined,
      { start: 16_000, end: 32_000 },
      { start: 32_000, end: 48_000 },
      { start: 48_000 },
    ]);
    expect([mostOpen, open]).toEqual([4, 0]);
    expect(starts).toEqual([{ url: "x://h/f", size: BODY.length, begin: 0, restarted: undefined }]);
    expect(received).toEqual(Array.from({ length: 64 }, (_, i) => (i + 1) * 1_000));
    expect(notes[0]).toEqual({
      url: "x://h/f",
      size: BODY.length,
      modified: undefined,
      etag: '"one"',
      ranges: [],
    });
  });

  it("records the ranges each time after noteEvery bytes", async () => {
    const { part, notes } = createPart();
    await fillPart(part, { get }, { ...SMALL, noteEvery: 8_000 });
    expect(notes.length).toBe(1 + 8);
    const lengths = notes.map(({ ranges }) => ranges!.reduce((sum, { start, end }) => sum + end - start, 0));
    expect(lengths).toEqual(Array.from({ length: 9 }, (_, i) => i * 8_000));
  });

  it("continues what another response has left", async () => {
    answer = (_, i) => (i === 3 ? { until: 5_000, error: failure() } : {});
    const { part, bytes } = createPart();
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ segments: 4, reason: "the server is busy" });
    expect(bytes()).toEqual(BODY);
    expect(asked.at(-1)).toEqual({ start: 37_000, end: 48_000 });
  });

  it("takes a response that ends early for one that was cut", async () => {
    answer = (_, i) => (i === 3 ? { until: 5_000 } : {});
    const { part, bytes } = createPart();
    await fillPart(part, { get }, SMALL);
    expect(bytes()).toEqual(BODY);
  });

  it("uses the first response alone if all others are rejected", async () => {
    answer = (range) => (range === undefined ? {} : { error: failure("connect-failed") });
    const { part, bytes } = createPart();
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ segments: 1, reason: "the server is busy" });
    expect(bytes()).toEqual(BODY);
    expect(asked.length).toBe(4);
  });

  it("uses the first response alone if the server ignores ranges", async () => {
    answer = () => ({ whole: true });
    const { part, bytes } = createPart();
    const reason = "the server does not support ranges";
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ segments: 1, reason });
    expect(bytes()).toEqual(BODY);
    expect(open).toBe(0);
  });

  it("fails with the last error, and records what has arrived", async () => {
    answer = (_, i) => (i <= 4 ? { until: 5_000, error: failure() } : { error: failure("connect-failed") });
    const { part, notes } = createPart();
    await expect(fillPart(part, { get }, SMALL)).rejects.toMatchObject({ code: "connect-failed" });
    expect(notes.at(-1)!.ranges).toEqual(
      [0, 16_000, 32_000, 48_000].map((start) => ({ start, end: start + 5_000 })),
    );
    expect(open).toBe(0);
    [asked, answer] = [[], () => ({})];
    const filled = await fillPart(part, { get }, SMALL);
    expect(filled).toMatchObject({ begin: 20_000, segments: 4 });
    expect(asked).toEqual([
      { start: 5_000 - 4_096, etag: '"one"' },
      { start: 21_000, end: 32_000 },
      { start: 37_000, end: 48_000 },
      { start: 53_000 },
    ]);
  });

  it.each([
    ["another entity tag", { etag: '"two"' }],
    ["no entity tag", { etag: undefined }],
    ["another size", { size: 63_999 }],
  ])("fails with changed, and discards all, if a range has %s", async (_, facts) => {
    answer = (range) => (range?.start === 32_000 ? facts : {});
    const { part, bytes } = createPart();
    await expect(fillPart(part, { get }, SMALL)).rejects.toMatchObject({ code: "changed" });
    expect(bytes().length).toBe(0);
    expect(open).toBe(0);
  });

  it("fails with changed if there are more bytes than the server told", async () => {
    answer = () => ({ size: 60_000 });
    const { part } = createPart();
    await expect(fillPart(part, { get }, SMALL)).rejects.toMatchObject({ code: "changed" });
  });

  it("takes a tag that becomes strong for the same one, if the modification time is the same", async () => {
    answer = (range) => ({ etag: range === undefined ? 'W/"one"' : '"one"', modified: MODIFIED });
    const { part, bytes } = createPart();
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ segments: 4 });
    expect(bytes()).toEqual(BODY);
    answer = (range) => ({ etag: range === undefined ? 'W/"one"' : '"one"' });
    expect(await fillPart(createPart().part, { get }, SMALL)).toMatchObject({ segments: 1 });
  });

  it.each([
    ["its size changes", { kind: "file", size: 1, modified: MODIFIED }],
    ["its time changes", { kind: "file", size: 64_000, modified: new Date(MODIFIED.getTime() + 2_000) }],
  ] as const)("asks for the metadata at the end without a strong entity tag: %s", async (_, now) => {
    answer = () => ({ etag: undefined, modified: MODIFIED });
    const { part, bytes } = createPart();
    const stat = async () => now;
    await expect(fillPart(part, { get, stat }, SMALL)).rejects.toMatchObject({ code: "changed" });
    expect(bytes().length).toBe(0);
    answer = () => ({});
    // A strong entity tag of each response says enough.
    expect(await fillPart(part, { get, stat: () => expect.unreachable() }, SMALL)).toMatchObject({
      segments: 4,
    });
  });

  it.each([
    ["the server does not tell the size of the file", { size: undefined }],
    ["the server does not tell the version of the file", { etag: 'W/"one"' }],
    ["the rest of the file is too short for several ranges", { body: BODY.subarray(0, 1_999) }],
  ])("uses one response: %s", async (reason, facts) => {
    answer = () => facts;
    const { part, bytes } = createPart();
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ segments: 1, reason });
    expect(bytes()).toEqual("body" in facts ? facts.body : BODY);
    expect(asked).toEqual([undefined]);
  });

  it.each([{ segments: 0 }, { segments: 17 }, { minSegment: 0 }, { noteEvery: 0 }])(
    "rejects the options %j before anything is requested",
    async (options) => {
      await expect(fillPart(createPart().part, { get }, options)).rejects.toMatchObject({
        code: "bad-option",
      });
      expect(asked).toEqual([]);
    },
  );

  it("gives no reason if one segment was requested", async () => {
    expect((await fillPart(createPart().part, { get }, { segments: 1 })).reason).toBe(undefined);
  });

  it("ends all responses if a write fails, with its error", async () => {
    const { part } = createPart();
    const full = new AccessError("no-space", "full");
    const write: PartFile["write"] = async (octets, position) => {
      if (position === 40_000) throw full;
      await part.write(octets, position);
    };
    await expect(fillPart(Object.assign(Object.create(part), { write }), { get }, SMALL)).rejects.toBe(full);
    expect(open).toBe(0);
    expect(asked.length).toBe(4);
  });

  it.each([
    ["changed", { etag: '"two"' }, BODY],
    ["changed", { etag: '"one"' }, BODY.map((octet) => octet ^ 1)],
    ["unknown-version", {}, BODY],
  ])("starts again with the reason %s", async (restarted, facts, kept) => {
    const { part, bytes } = createPart(kept.slice(0, 20_000), { size: 64_000, ...facts });
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ restarted, begin: 0 });
    expect(bytes()).toEqual(BODY);
  });

  it("continues what one response has left, in segments", async () => {
    const { part, bytes } = createPart(BODY.slice(0, 24_000), { size: 64_000, etag: '"one"' });
    expect(await fillPart(part, { get }, SMALL)).toMatchObject({ begin: 24_000, segments: 4 });
    expect(bytes()).toEqual(BODY);
    expect(asked[0]).toEqual({ start: 24_000 - 4_096, etag: '"one"' });
  });
});
