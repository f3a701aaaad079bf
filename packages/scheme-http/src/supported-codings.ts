import { createDecoder } from "./decoder.ts";

/** Codings that a runtime may decode, in order of preference, with their names in DecompressionStream. */
export const FORMATS: ReadonlyMap<string, string> = new Map([
  ["gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

let known: readonly string[] | undefined;

/** Returns the content codings that this runtime can decode. */
export function supportedCodings(): readonly string[] {
  known ??= [...FORMATS.keys()].filter((coding) => isSupported(FORMATS.get(coding)!));
  return known;
}

function isSupported(format: string): boolean {
  try {
    createDecoder(format);
    return true;
  } catch {
    return false;
  }
}
