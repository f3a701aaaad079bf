import {
  decodeText,
  encodeText,
  formatFragment,
  normalizeEscapes,
  PATH,
  type Report,
  requireText,
  syntaxError,
  type Url,
} from "@anyurl/core";
import {
  BAD_DOI_NAME,
  DOI_CITE,
  type DoiName,
  formatDoiName,
  identifyDoiName,
  readDoiName,
} from "../doi-name.ts";
import { checkOpaque } from "../opaque.ts";

/*
 * doi-url = "doi:" prefix "/" suffix [ "#" fragment ]
 * prefix  = "10" 1*( "." 1*DIGIT )
 * suffix  = 1*( pchar / "/" )                    (provisional registration of doi; ISO 26324)
 */

/** The fields of a doi URL, decoded. */
export interface DoiParts extends DoiName {}

/** The fields from which a doi URL is built. */
export interface DoiInit extends DoiName {
  readonly scheme?: "doi";
  /** Decoded. */
  readonly fragment?: string | undefined;
}

export type DoiUrl = Url<"doi", DoiParts>;

/** Checks `doi:<prefix>/<suffix>`. Reports bad-field, authority-not-allowed, and query-not-allowed. */
export function check(url: Url, report: Report): void {
  checkOpaque(url, report, DOI_CITE);
  const { hostStart, pathStart: start, pathEnd: end } = url.offsets;
  if (hostStart < 0 && readDoiName(decodeText(url.path)) === undefined)
    report({ code: "bad-field", component: "path", start, end, cite: DOI_CITE, ...BAD_DOI_NAME });
}

/** Reads the fields of a checked URL. */
export function parse({ path }: Url): DoiParts {
  return readDoiName(decodeText(path))!;
}

/** Formats a doi URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-field. */
export function format({ prefix, suffix, fragment }: DoiInit): string {
  const name = formatDoiName({
    prefix: requireText(prefix, "prefix"),
    suffix: requireText(suffix, "suffix"),
  });
  if (readDoiName(name)?.prefix !== prefix)
    throw syntaxError({
      ...{ code: "bad-field", component: "path", start: 0, end: 0, cite: DOI_CITE },
      ...BAD_DOI_NAME,
    });
  return `doi:${encodeText(name, PATH)}${formatFragment(fragment)}`;
}

/** Returns the normal form: as few escapes as possible. The case of the name is kept. */
export function normalize({ href, offsets, parts }: DoiUrl): string {
  return `doi:${encodeText(formatDoiName(parts), PATH)}${normalizeEscapes(href.slice(offsets.queryEnd))}`;
}

/** Returns the DOI name in lower case, without the fragment, which names a place in the resource. */
export function identify({ parts }: DoiUrl): string {
  return `doi:${encodeText(identifyDoiName(formatDoiName(parts)), PATH)}`;
}
