import { type Registry, redact, type Url } from "@anyurl/core";

/** The maximum length of a media type in UTF-16 code units. */
const MAX_MEDIA_TYPE = 256;

/** Returns the server's media type if it is valid (RFC 9110 §8.3.1): arbitrary server text must not enter a header. */
export function contentType(mediaType: string | undefined): string {
  const isOne =
    mediaType !== undefined &&
    mediaType.length <= MAX_MEDIA_TYPE &&
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/.test(mediaType);
  return isOne ? mediaType : "application/octet-stream";
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
