/** Maximum length of a URL in UTF-16 code units. */
export const MAX_URL_LENGTH = 65_536;
/** Maximum length of a scheme. RFC 3986 has no limit; the longest registered scheme has 36 characters. */
export const MAX_SCHEME_LENGTH = 64;
