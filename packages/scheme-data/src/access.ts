import { AccessError, type Attributes, type Completeness, type Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { formatMediaType } from "./media-type.ts";
import type { DataSettings } from "./options.ts";
import { type DataUrl, findRanges, measureContent, readContent, readMediaType } from "./syntax.ts";

/**
 * Returns the content of the URL, decoded in chunks. Nothing is sent.
 *
 * @throws {AccessError} too-large: the content exceeds the option maxSize. It is not decoded.
 */
export async function get(url: DataUrl, { options }: Context<DataSettings>): Promise<Entity> {
  const ranges = findRanges(url);
  const size = measureContent(url, ranges);
  if (size > options.maxSize) {
    throw new AccessError("too-large", `the content exceeds ${options.maxSize} bytes`, {
      hint: "increase the data option maxSize",
    });
  }
  const mediaType = formatMediaType(readMediaType(url, ranges));
  return { mediaType, size, framing: "length", body: yieldAll(readContent(url, ranges)) };
}

async function* yieldAll(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, Completeness, void> {
  yield* chunks;
  return true;
}

/** Returns the media type and the size of the content, without decoding it. */
export async function stat(url: DataUrl): Promise<Attributes> {
  const ranges = findRanges(url);
  const mediaType = formatMediaType(readMediaType(url, ranges));
  return { kind: "file", size: measureContent(url, ranges), mediaType };
}
