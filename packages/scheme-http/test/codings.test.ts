import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  brotliCompressSync,
  constants,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { resolveLimits } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentCodings, decodeContent } from "../src/codings.ts";
import { supportedCodings } from "../src/supported-codings.ts";

const LIMITS = resolveLimits();
const TEXT = Buffer.from("The quick brown fox. ".repeat(5000));

async function* cut(octets: Uint8Array, size: number): HttpResponse["body"] {
  for (let at = 0; at < octets.length; at += size) yield Uint8Array.from(octets.subarray(at, at + size));
  return true;
}

async function all(body: HttpResponse["body"]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The codings that not every runtime has. */
const MODERN = (
  [
    ["br", brotliCompressSync],
    ["zstd", zstdCompressSync],
  ] as const
).filter(([coding]) => supportedCodings().includes(coding));

describe("content codings", () => {
  it("include those that the runtime can decode, at least gzip and deflate", () => {
    expect(supportedCodings()).toEqual(expect.arrayContaining(["gzip", "deflate"]));
  });

  it.each([
    [["gzip"], "gzip"],
    [["X-GZIP"], "gzip"],
    [["identity, gzip"], "gzip"],
    [["deflate", "gzip"], "deflate gzip"],
    [["", "identity"], ""],
    [["none"], ""],
    [["UTF-8"], ""],
    [["binary, gzip", "8bit", "7bit"], "gzip"],
    [["utf-16, x-none"], "utf-16 x-none"],
  ])("are parsed: %j", (values, names) => {
    const fields = values.map((value) => ["content-encoding", value] as const);
    expect(contentCodings({ fields }).join(" ")).toBe(names);
  });

  it.each<readonly [coding: string, octets: Buffer]>([
    ["gzip", gzipSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    // Some servers omit the zlib wrapper.
    ["deflate", deflateRawSync(TEXT)],
    ...MODERN.map(([coding, compress]) => [coding, compress(TEXT)] as const),
  ])("are decoded for all chunk sizes: %s", async (coding, octets) => {
    for (const size of [1, 2, 7, 1000, 1_000_000]) {
      expect((await all(decodeContent(cut(octets, size), [coding], LIMITS))).equals(TEXT)).toBe(true);
    }
  });

  it("are decoded one after the other, the last first", async () => {
    const tower = gzipSync(deflateSync(TEXT));
    expect((await all(decodeContent(cut(tower, 100), ["deflate", "gzip"], LIMITS))).equals(TEXT)).toBe(true);
    expect(() => decodeContent(cut(tower, 100), ["gzip", "deflate", "gzip"], LIMITS)).toThrow(
      expect.objectContaining({ code: "too-large", hint: expect.stringContaining("maxCodings") }),
    );
  });

  it("of an empty body give an empty body", async () => {
    expect(await all(decodeContent(cut(new Uint8Array(), 1), ["gzip"], LIMITS))).toHaveLength(0);
  });

  it.each(["compress", "exi", "constructor", "aes128gcm", "x"])(
    "fail with unsupported if they are unknown: %s",
    (coding) => {
      expect(() => decodeContent(cut(TEXT, 100), [coding], LIMITS)).toThrow(
        expect.objectContaining({ code: "unsupported", reply: coding }),
      );
    },
  );

  it.each([
    ["cut", gzipSync(TEXT).subarray(0, 100), "truncated"],
    ["truncated before its end mark", gzipSync(TEXT).subarray(0, -4), "truncated"],
    ["garbage", TEXT, "protocol-error"],
    ["damaged", damaged(gzipSync(TEXT)), "protocol-error"],
    ["followed by more", Buffer.concat([gzipSync(TEXT), TEXT]), "protocol-error"],
  ])("fail if the content is %s", async (_, octets, code) => {
    await expect(all(decodeContent(cut(octets, 50), ["gzip"], LIMITS))).rejects.toMatchObject({ code });
  });

  it("report the error of the connection", async () => {
    const failure = new Error("broken");
    async function* broken(): HttpResponse["body"] {
      yield Uint8Array.from(gzipSync(TEXT).subarray(0, 100));
      throw failure;
    }
    await expect(all(decodeContent(broken(), ["gzip"], LIMITS))).rejects.toBe(failure);
  });

  it("can be large if both together are not suspicious", async () => {
    const text = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i).join(" "));
    const body = decodeContent(cut(gzipSync(deflateSync(text)), 10_000), ["deflate", "gzip"], LIMITS);
    expect((await all(body)).equals(text)).toBe(true);
  });

  it("stop a decompression bomb early", async () => {
    // 64 MiB of zeros, encoded twice: about 300 bytes.
    const bomb = gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 }), { level: 9 });
    let given = 0;
    const body = decodeContent(cut(bomb, 100), ["gzip", "gzip"], LIMITS);
    const reading = (async () => {
      for await (const piece of body) given += piece.length;
    })();
    await expect(reading).rejects.toMatchObject({
      code: "too-large",
      hint: expect.stringContaining("identity"),
    });
    expect(given).toBeLessThan(2 * 1024 * 1024);
  });

  it.each(MODERN)("stop a decompression bomb of %s early", async (coding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024));
    let given = 0;
    const reading = (async () => {
      for await (const piece of decodeContent(cut(bomb, 100), [coding], LIMITS)) given += piece.length;
    })();
    await expect(reading).rejects.toMatchObject({ code: "too-large" });
    expect(given).toBeLessThan(2 * 1024 * 1024);
  });

  it.each(
    [["deflate", deflateSync], ["deflate", deflateRawSync], ...MODERN].map(
      ([coding, compress]) => [coding, (compress as typeof deflateSync)(TEXT)] as const,
    ),
  )("fail if the content is followed by more: %s", async (coding, octets) => {
    for (const size of [50, 1_000_000]) {
      const body = decodeContent(cut(Buffer.concat([octets, TEXT]), size), [coding as string], LIMITS);
      await expect(all(body)).rejects.toMatchObject({ code: "protocol-error" });
    }
  });

  it.each(MODERN)("fail if the content is cut or garbage: %s", async (coding, compress) => {
    const octets = compress(crypto.getRandomValues(Buffer.alloc(5000)));
    for (const [bad, code] of [
      [octets.subarray(0, 2000), "truncated"],
      [Buffer.from("\xff\xffgarbage ".repeat(500), "latin1"), "protocol-error"],
    ] as const)
      await expect(all(decodeContent(cut(bad, 50), [coding], LIMITS))).rejects.toMatchObject({ code });
  });

  it.runIf(supportedCodings().includes("zstd"))(
    "fail for a zstd frame with a window of more than 8 MiB (RFC 9659 §3)",
    async () => {
      // The size of a stream is unknown, so its frame declares the whole window (RFC 8878 §3.1.1.1.2).
      const encode = (windowLog: number) =>
        new Response(
          Readable.toWeb(
            Readable.from([TEXT]).pipe(
              createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: windowLog } }),
            ),
          ) as ReadableStream,
        ).bytes();
      const body = decodeContent(cut(await encode(23), 50), ["zstd"], LIMITS);
      expect((await all(body)).equals(TEXT)).toBe(true);
      const frame = await encode(24);
      await expect(all(decodeContent(cut(frame, 50), ["zstd"], LIMITS))).rejects.toMatchObject({
        code: "protocol-error",
      });
    },
  );

  it.runIf(supportedCodings().includes("zstd"))(
    "are decoded with all frames of zstd (RFC 8878 §3.1), and fail if the last one is cut anywhere",
    async () => {
      const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
      const withChecksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
      const texts = [Buffer.from("one, "), randomBytes(70_000), Buffer.alloc(300_000, "z"), Buffer.alloc(0)];
      const encoded = texts.flatMap((text) => [
        zstdCompressSync(text),
        skippable,
        zstdCompressSync(text, withChecksum),
      ]);
      const expected = Buffer.concat(texts.flatMap((text) => [text, text]));
      for (const size of [7, 1000, 1_000_000]) {
        const body = decodeContent(cut(Buffer.concat(encoded), size), ["zstd"], LIMITS);
        expect((await all(body)).equals(expected)).toBe(true);
      }
      const last = zstdCompressSync("the last one", withChecksum);
      for (let length = 1; length < last.length; length += 1) {
        const octets = Buffer.concat([encoded[0]!, last.subarray(0, length)]);
        const body = decodeContent(cut(octets, 1_000_000), ["zstd"], LIMITS);
        await expect(all(body), `${length}`).rejects.toMatchObject({ code: "truncated" });
      }
    },
  );

  it.runIf(supportedCodings().includes("zstd"))(
    "are decoded for each form of the header of a zstd frame (RFC 8878 §3.1.1.1), and fail if the frame is cut",
    async () => {
      for (const isSingle of [true, false])
        for (const [dictionaryFlag, dictionaryBytes] of [0, 1, 2, 4].entries())
          for (const [sizeFlag, sizeBytes] of [isSingle ? 1 : 0, 2, 4, 8].entries()) {
            const total = sizeBytes === 1 ? 200 : 300;
            const size = Buffer.alloc(8);
            // A field of two bytes is the size less 256.
            size.writeUInt16LE(sizeBytes === 2 ? total - 256 : total);
            const frame = Buffer.concat([
              Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
              Buffer.from([(sizeFlag << 6) | (isSingle ? 0x20 : 0) | dictionaryFlag]),
              Buffer.alloc(isSingle ? 0 : 1),
              // The ID 0 means that there is no dictionary.
              Buffer.alloc(dictionaryBytes),
              size.subarray(0, sizeBytes),
              // A raw block of one byte, and as the last one an RLE block.
              Buffer.from([1 << 3, 0, 0, 0x61]),
              Buffer.from([...[(((total - 1) << 3) | 3) & 0xff, (total - 1) >> 5, 0], 0x62]),
            ]);
            const text = `a${"b".repeat(total - 1)}`;
            const twice = decodeContent(cut(Buffer.concat([frame, frame]), 1000), ["zstd"], LIMITS);
            expect((await all(twice)).toString()).toBe(text + text);
            const truncated = decodeContent(cut(frame.subarray(0, -1), 1000), ["zstd"], LIMITS);
            await expect(all(truncated)).rejects.toMatchObject({ code: "truncated" });
            // A block of the reserved type (RFC 8878 §3.1.1.2.2).
            const reserved = frame.with(-4, 7);
            const invalid = decodeContent(cut(reserved, 1000), ["zstd"], LIMITS);
            await expect(all(invalid)).rejects.toMatchObject({ code: "protocol-error" });
          }
    },
  );

  it("close the connection if the reader cancels", async () => {
    let left = false;
    async function* endless(): HttpResponse["body"] {
      try {
        for (;;) yield Uint8Array.from(gzipSync(crypto.getRandomValues(new Uint8Array(1000))));
      } finally {
        left = true;
      }
    }
    const body = decodeContent(endless(), ["gzip"], LIMITS);
    await body.next();
    await body.return(true);
    expect(left).toBe(true);
  });

  it("never hang, and fail only with a code, for random content", async () => {
    const octets = fc.uint8Array({ maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...supportedCodings()), octets, async (coding, garbage) => {
        await all(decodeContent(cut(garbage, 7), [coding], LIMITS)).catch(({ name }) =>
          expect(name).toBe("AccessError"),
        );
      }),
    );
  });
});

function damaged(octets: Buffer): Buffer {
  const copy = Buffer.from(octets);
  copy[copy.length >> 1]! ^= 0xff;
  return copy;
}
