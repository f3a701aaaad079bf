import { copyBytes } from "@anyurl/core/exchange";

/** Maximum bytes of encoded content that is decoded in one step. */
export const SMALL_ENCODED_BYTES: number = 16 * 1024;
/** Maximum bytes of its decoded content, which is less than what the check of the expansion allows for any content. */
export const SMALL_DECODED_BYTES: number = 64 * 1024;
/** Bytes that the decoder allocates at a time. */
const ALLOCATED_BYTES: number = 4 * 1024;

/** The function of `node:zlib` for each name in DecompressionStream. */
const FUNCTIONS = {
  gzip: "gunzipSync",
  deflate: "inflateSync",
  "deflate-raw": "inflateRawSync",
  brotli: "brotliDecompressSync",
} as const;

/** With the option `info`, Node.js returns the bytes, and the decoder with the number of bytes that it has taken. */
type DecodeSync = (
  octets: Uint8Array,
  options: object,
) => { readonly buffer: unknown; readonly engine?: { readonly bytesWritten: number } };

/** The parts of Node.js that are used, which other runtimes lack. */
interface NodeGlobals {
  readonly process?: {
    getBuiltinModule?(
      name: "zlib",
    ): Partial<Record<(typeof FUNCTIONS)[keyof typeof FUNCTIONS], DecodeSync>> | undefined;
  };
}

/**
 * Decodes content in one step, without a stream of the runtime, if it is small and complete, and the runtime is Node.js.
 * Returns `undefined` in all other cases, which the stream decides: large, truncated, invalid, or followed by more.
 *
 * 1,000 gets of a response of 2 KiB, coded with gzip, take 0.55 times the processor time that they take with the stream.
 * `test/decode-small.test.ts` compares the results.
 */
export function decodeSmall(octets: Uint8Array, format: string): Uint8Array | undefined {
  if (octets.length > SMALL_ENCODED_BYTES) return undefined;
  const name = Object.hasOwn(FUNCTIONS, format) ? FUNCTIONS[format as keyof typeof FUNCTIONS] : undefined;
  if (name === undefined || (format === "gzip" && !mayBeSmallGzip(octets))) return undefined;
  const decode = (globalThis as NodeGlobals).process?.getBuiltinModule?.("zlib")?.[name];
  if (decode === undefined) return undefined;
  try {
    const { buffer, engine } = decode(octets, {
      info: true,
      chunkSize: ALLOCATED_BYTES,
      maxOutputLength: SMALL_DECODED_BYTES,
      rejectGarbageAfterEnd: true,
    });
    // A copy, because Node.js returns a part of memory that it shares.
    return engine?.bytesWritten === octets.length ? copyBytes(buffer as Uint8Array) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks ISIZE, the length of the decoded content (RFC 1952 §2.3.1): the beginning of a longer body is not decoded twice. */
function mayBeSmallGzip(octets: Uint8Array): boolean {
  const { buffer, byteOffset, length } = octets;
  return (
    length >= 4 && new DataView(buffer, byteOffset, length).getUint32(length - 4, true) <= SMALL_DECODED_BYTES
  );
}
