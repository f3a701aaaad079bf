import { type Registry, redact, type Url } from "@anyurl/core";

/** Metadata of an opened resource that header fields describe. */
export interface EntityInfo {
  readonly mediaType?: string | undefined;
  readonly modified?: Date | undefined;
}

/**
 * Returns the header fields for a file (RFC 9110 §8). There is no Content-Length: a size is the server's announcement,
 * and the body may differ.
 *
 * @param now milliseconds since the epoch.
 */
export function entityHeaders({ mediaType, modified }: EntityInfo, now: number): Record<string, string> {
  const date = httpDate(modified, now);
  return {
    "content-type": contentType(mediaType),
    ...(date !== undefined && { "last-modified": date }),
  };
}

/** The maximum length of a media type in UTF-16 code units. */
const MAX_MEDIA_TYPE = 256;

/** Returns the server's media type if it is valid (RFC 9110 §8.3.1): arbitrary server text must not enter a header. */
function contentType(mediaType: string | undefined): string {
  const isOne =
    mediaType !== undefined &&
    mediaType.length <= MAX_MEDIA_TYPE &&
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/.test(mediaType);
  return isOne ? mediaType : "application/octet-stream";
}

/** Formats an IMF-fixdate (RFC 9110 §5.6.7), never in the future (§8.8.2.1). */
function httpDate(date: Date | undefined, now: number): string | undefined {
  const time = date?.getTime() ?? Number.NaN;
  const year = date?.getUTCFullYear() ?? Number.NaN;
  if (!(year >= 0 && year <= 9999)) return undefined;
  return new Date(Math.min(time, now)).toUTCString();
}

/** Returns the URL for Content-Location (RFC 9110 §8.7), without its fragment and its password. */
export function contentLocation(shown: string, registry: Registry): string | undefined {
  const result = registry.tryParse(shown, { maxUrlLength: Number.POSITIVE_INFINITY });
  if (!result.ok) return undefined;
  const url: Url = result.url;
  return redact(
    url.with({ fragment: undefined, ...(url.password !== undefined && { password: undefined }) }).href,
  );
}
