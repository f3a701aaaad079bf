import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { isAccessError, resolveLimits } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeContent } from "../src/codings.ts";
import { decodeSmall, SMALL_DECODED_BYTES, SMALL_ENCODED_BYTES } from "../src/decode-small.ts";
import { supportedCodings } from "../src/supported-codings.ts";

const LIMITS = resolveLimits();

const CODINGS = (
  [
    ["gzip", "gzip", gzipSync],
    ["deflate", "deflate", deflateSync],
    ["deflate", "deflate-raw", deflateRawSync],
    ["br", "brotli", brotliCompressSync],
  ] as const
).filter(([coding]) => supportedCodings().includes(coding));

/** The stream of Node.js 22 joins the members of gzip, which RFC 1952 §2.2 allows. That of Node.js 24 accepts only one. */
const JOINS_MEMBERS = process.versions.node.startsWith("22.");

type Encode = (text: Uint8Array) => Uint8Array;

async function* chunks(...all: readonly Uint8Array[]): HttpResponse["body"] {
  for (const each of all) yield Uint8Array.from(each);
  return true;
}

/** Returns the decoded bytes, or the code of the error. */
async function outcome(coding: string, ...all: readonly Uint8Array[]): Promise<string> {
  const read: Uint8Array[] = [];
  try {
    for await (const chunk of decodeContent(chunks(...all), [coding], LIMITS)) read.push(chunk);
    return Buffer.concat(read).toString("base64");
  } catch (error) {
    if (isAccessError(error)) return `error ${error.code}`;
    throw error;
  }
}

/** The same content in chunks that are never complete, so that the stream decodes it. */
function byStream(coding: string, octets: Uint8Array): Promise<string> {
  return outcome(coding, ...inChunks(octets, 3));
}

function inChunks(octets: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(octets.length / size) }, (_, i) =>
    octets.subarray(size * i, size * (i + 1)),
  );
}

afterEach(() => void vi.unstubAllGlobals());

describe.each(CODINGS)("small content of %s (%s), decoded in one step,", (coding, format, compress) => {
  const encode: Encode = (text) => Uint8Array.from(compress(text));

  it("is the same as by the stream", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.nat(30), async (text, times) => {
        const whole = Buffer.concat(Array.from({ length: times }, () => text));
        const encoded = encode(whole);
        expect(decodeSmall(encoded, format)).toEqual(Uint8Array.from(whole));
        expect(await outcome(coding, encoded)).toBe(whole.toString("base64"));
        expect(await byStream(coding, encoded)).toBe(whole.toString("base64"));
      }),
      { numRuns: 30 },
    );
  });

  it("fails with the same code as by the stream if it is cut, changed, or followed by more", async () => {
    const damage = fc.oneof(
      fc.nat().map((at) => (all: Uint8Array) => all.subarray(0, at % all.length)),
      fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(
        ([at, bits]) =>
          (all: Uint8Array) =>
            all.with(at % all.length, all[at % all.length]! ^ bits),
      ),
      fc
        .uint8Array({ minLength: 1, maxLength: 20 })
        .map((more) => (all: Uint8Array) => Uint8Array.from([...all, ...more])),
      fc.constant((all: Uint8Array) => Uint8Array.from([...all, ...all])),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 500 }), damage, async (text, change) => {
        const octets = change(encode(text));
        expect(await outcome(coding, octets)).toBe(await byStream(coding, octets));
      }),
      { numRuns: 60 },
    );
  });

  it("can follow the header in a chunk of its own", async () => {
    vi.stubGlobal("DecompressionStream", undefined);
    const encoded = encode(Buffer.from("some text"));
    const header = { gzip: 10, deflate: 2, "deflate-raw": 0, brotli: 0 }[format];
    for (const size of [Math.max(header, 1), 1])
      expect(
        await outcome(coding, ...inChunks(encoded.subarray(0, header), size), encoded.subarray(header)),
      ).toBe(btoa("some text"));
  });

  it("fails if more arrives after it, which the stream does not accept either", async () => {
    const encoded = encode(Buffer.from("some text"));
    for (const more of [Uint8Array.of(0), encoded]) {
      expect(await outcome(coding, encoded, more)).toBe("error protocol-error");
      const isJoined = JOINS_MEMBERS && format === "gzip" && more === encoded;
      expect(await byStream(coding, Uint8Array.from([...encoded, ...more]))).toBe(
        isJoined ? btoa("some textsome text") : "error protocol-error",
      );
    }
    expect(await outcome(coding, encoded, new Uint8Array(0))).toBe(btoa("some text"));
  });

  it("is given before the response has ended", async () => {
    let end = (): void => {};
    async function* waiting(): HttpResponse["body"] {
      yield encode(Buffer.from("some text"));
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return true;
    }
    const body = decodeContent(waiting(), [coding], LIMITS);
    expect((await body.next()).value).toEqual(Uint8Array.from(Buffer.from("some text")));
    const last = body.next();
    await Promise.resolve();
    end();
    expect(await last).toEqual({ done: true, value: true });
  });

  it("leaves what is not small to the stream", async () => {
    const random = crypto.getRandomValues(new Uint8Array(SMALL_ENCODED_BYTES + 1));
    const zeros = new Uint8Array(SMALL_DECODED_BYTES + 1);
    for (const text of [random, zeros]) {
      expect(decodeSmall(encode(text), format)).toBeUndefined();
      expect(await outcome(coding, encode(text))).toBe(Buffer.from(text).toString("base64"));
    }
    expect(decodeSmall(encode(zeros.subarray(1)), format)).toHaveLength(SMALL_DECODED_BYTES);
  });
});

it("a coding without a function for one step is left to the stream", () => {
  for (const format of ["zstd", "constructor"])
    expect(decodeSmall(Uint8Array.of(1, 2), format)).toBeUndefined();
});
