import { type Registry, redact, type Url } from "@anyurl/core";

/** What is said of something that was opened, as a header's fields say it. */
export interface EntityInfo {
  readonly mediaType?: string | undefined;
  readonly modified?: Date | undefined;
}

/**
 * The fields that describe a file (RFC 9110 §8). There is no Content-Length: a size is what the server says
 * beforehand, and what counts is the octets that come.
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

/** The longest media type that is handed on. */
const MAX_MEDIA_TYPE = 256;

/** The type as the server says it, where it is one (RFC 9110 §8.3.1): headers hold no stranger's text. */
function contentType(mediaType: string | undefined): string {
  const isOne =
    mediaType !== undefined &&
    mediaType.length <= MAX_MEDIA_TYPE &&
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+(?:[ \t]*;[\t\x20-\x7e]*)?$/.test(mediaType);
  return isOne ? mediaType : "application/octet-stream";
}

/** An IMF-fixdate (RFC 9110 §5.6.7), and none that has not come yet (§8.8.2.1). */
function httpDate(date: Date | undefined, now: number): string | undefined {
  const time = date?.getTime() ?? Number.NaN;
  const year = date?.getUTCFullYear() ?? Number.NaN;
  if (!(year >= 0 && year <= 9999)) return undefined;
  return new Date(Math.min(time, now)).toUTCString();
}

/** The URL for a Content-Location (RFC 9110 §8.7), which has no fragment: and without its password. */
export function contentLocation(shown: string, registry: Registry): string | undefined {
  const result = registry.tryParse(shown, { maxUrlLength: Number.POSITIVE_INFINITY });
  if (!result.ok) return undefined;
  const url: Url = result.url;
  return redact(
    url.with({ fragment: undefined, ...(url.password !== undefined && { password: undefined }) }).href,
  );
}
