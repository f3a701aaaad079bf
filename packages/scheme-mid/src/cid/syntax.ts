import { decodeText, formatFragment, normalizeEscapes, type Report, type Url } from "@anyurl/core";
import { checkId, checkOpaque, formatId, type TextRange } from "../addr-spec.ts";

/** The fields of a cid URL. */
export interface CidParts {
  /** The Content-ID of a part, decoded, without angle brackets. */
  readonly contentId: string;
}

/** The fields from which a cid URL is built. */
export interface CidInit extends CidParts {
  readonly scheme?: "cid";
  /** A position in the part, decoded. */
  readonly fragment?: string | undefined;
}

export type CidUrl = Url<"cid", CidParts>;

/** Checks `cid:<content-id>`. Reports bad-message-id, authority-not-allowed, and query-not-allowed. */
export function check(url: Url, report: Report): void {
  checkOpaque(url, report);
  if (url.host === undefined) checkId(url.href, getRange(url), report, true);
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): CidParts {
  return { contentId: decodeText(url.href.slice(...getRange(url))) };
}

/** Formats a cid URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-message-id. */
export function format({ contentId, fragment }: CidInit): string {
  return `cid:${formatId("contentId", contentId)}${formatFragment(fragment)}`;
}

/** Returns the normal form: the id unchanged, with as few escapes as possible. */
export function normalize({ href, offsets, parts }: CidUrl): string {
  return `cid:${formatId("contentId", parts.contentId)}${normalizeEscapes(href.slice(offsets.queryEnd))}`;
}

export function getRange({ offsets: { pathStart, pathEnd } }: Url): TextRange {
  return [pathStart, pathEnd];
}
