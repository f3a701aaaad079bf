import { createDecoder } from "./decoder.ts";

/** Codings that a runtime may decode, in order of preference, with their names in DecompressionStream. */
export const FORMATS: ReadonlyMap<string, string> = new Map([
  ["gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

/** Codings that every DecompressionStream has. Creating one to find out takes longer than the rest of a small response. */
const IN_EVERY_STREAM: ReadonlySet<string> = new Set(["gzip", "deflate"]);

const known = new Map<string, boolean>();

/** Returns the content codings that this runtime can decode. */
export function supportedCodings(): readonly string[] {
  return [...FORMATS.keys()].filter(isSupported);
}

/** Returns whether this runtime can decode a content coding. */
export function isSupported(coding: string): boolean {
  let supported = known.get(coding);
  if (supported === undefined) {
    const format = FORMATS.get(coding);
    if (format === undefined) return false;
    supported = IN_EVERY_STREAM.has(coding) ? "DecompressionStream" in globalThis : canCreate(format);
    known.set(coding, supported);
  }
  return supported;
}

function canCreate(format: string): boolean {
  try {
    createDecoder(format);
    return true;
  } catch {
    return false;
  }
}
