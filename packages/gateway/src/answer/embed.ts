import { encodeBase64 } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import { callOptions, type RequestContext } from "./request-context.ts";

/** Pictures that browsers show without executing them. */
const PICTURES: ReadonlySet<string> = new Set([
  ...["image/png", "image/gif", "image/jpeg", "image/webp", "image/avif", "image/bmp"],
]);

/**
 * Returns a function that gets a picture of a document as a data URL (RFC 2397); `undefined` for another type, a failed
 * call, and once the pictures of the document exceed the limit. The sandbox of a document loads nothing by itself.
 */
export function createEmbedder(task: RequestContext): (url: string) => Promise<string | undefined> {
  const { source, maxEmbedded } = task.context;
  const found = new Map<string, Picture | undefined>();
  let left = maxEmbedded;
  const load = async (url: string): Promise<Picture | undefined> => {
    try {
      const { mediaType = "", body } = await source.get(url, callOptions(task));
      const type = mediaType.split(";", 1)[0]!.trim().toLowerCase();
      const octets = PICTURES.has(type) ? await readUpTo(body, left) : undefined;
      if (octets === undefined) await body.cancel();
      return octets && { size: octets.length, url: `data:${type};base64,${encodeBase64(octets)}` };
    } catch {
      // The page is useful without the picture. The link of the part shows why it failed.
      return undefined;
    }
  };
  return async (url) => {
    if (!found.has(url)) found.set(url, await load(url));
    const picture = found.get(url);
    // A repeated picture counts again, because the page contains it again.
    if (picture === undefined || picture.size > left) return undefined;
    left -= picture.size;
    return picture.url;
  };
}

interface Picture {
  /** In bytes. */
  readonly size: number;
  /** The data URL. */
  readonly url: string;
}

/** Returns all bytes; `undefined` if there are more than `maxBytes`. */
async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | undefined> {
  const collected = new ByteCollector();
  const reader = body.getReader();
  for (;;) {
    const next = await reader.read();
    if (next.done) return collected.take();
    if (collected.length + next.value.length > maxBytes) {
      reader.releaseLock();
      return undefined;
    }
    collected.add(next.value);
  }
}
