/** Maximum length of a URL in UTF-16 code units. */
export const MAX_URL_LENGTH = 65_536;
/** Maximum length of a scheme. RFC 3986 has no limit; the longest registered scheme has 36 characters. */
export const MAX_SCHEME_LENGTH = 64;

/**
 * Returns the maximum length of a URL to parse, validated: an option that is not a number must not turn the limit off.
 *
 * @throws {RangeError} NaN, a negative number, or not a number.
 */
export function resolveMaxUrlLength(given: number = MAX_URL_LENGTH): number {
  if (typeof given !== "number" || !(given >= 0)) {
    throw new RangeError("invalid option maxUrlLength: expected a number from 0 to Infinity");
  }
  return given;
}
