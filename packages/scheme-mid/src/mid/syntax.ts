import { decodeText, formatFragment, normalizeEscapes, type Report, type Url } from "@anyurl/core";
import { CITE, checkId, checkOpaque, formatId, type TextRange } from "../addr-spec.ts";

/** The fields of a mid URL. */
export interface MidParts {
  /** The Message-ID of a message, decoded, without angle brackets. */
  readonly messageId: string;
  /** The Content-ID of a part, or its number such as "1.2". `undefined`: the whole message. */
  readonly contentId: string | undefined;
}

/** The fields from which a mid URL is built. */
export interface MidInit {
  readonly scheme?: "mid";
  readonly messageId: string;
  readonly contentId?: string | undefined;
  /** A position in the part, decoded. */
  readonly fragment?: string | undefined;
}

export type MidUrl = Url<"mid", MidParts>;

/**
 * Checks `mid:<message-id>/<content-id>`. A raw "/" separates the ids.
 *
 * Reports bad-message-id, authority-not-allowed, and query-not-allowed.
 */
export function check(url: Url, report: Report): void {
  checkOpaque(url, report);
  if (url.host !== undefined) return;
  const { message, part } = findIds(url);
  checkId(url.href, message, report, false);
  if (part === undefined) return;
  const second = url.href.slice(...part).indexOf("/");
  if (second < 0) checkId(url.href, part, report, true);
  else {
    report({
      ...{ code: "bad-message-id", component: "path", start: part[0] + second, end: part[1], cite: CITE },
      message: 'a mid URL has at most two ids, separated by one "/"',
      hint: 'write a "/" of an id as "%2F"',
    });
  }
}

/** Finds the ids in the text of a URL. */
export function findIds({ href, offsets: { pathStart, pathEnd } }: Url): {
  readonly message: TextRange;
  readonly part: TextRange | undefined;
} {
  const slash = href.slice(pathStart, pathEnd).indexOf("/");
  if (slash < 0) return { message: [pathStart, pathEnd], part: undefined };
  return { message: [pathStart, pathStart + slash], part: [pathStart + slash + 1, pathEnd] };
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): MidParts {
  const { message, part } = findIds(url);
  return {
    messageId: decodeText(url.href.slice(...message)),
    contentId: part && decodeText(url.href.slice(...part)),
  };
}

/** Formats a mid URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-message-id. */
export function format({ messageId, contentId, fragment }: MidInit): string {
  const part = contentId === undefined ? "" : `/${formatId("contentId", contentId)}`;
  return `mid:${formatId("messageId", messageId)}${part}${formatFragment(fragment)}`;
}

/** Returns the normal form: the ids unchanged, with as few escapes as possible. */
export function normalize({ href, offsets, parts }: MidUrl): string {
  return format(parts) + normalizeEscapes(href.slice(offsets.queryEnd));
}
