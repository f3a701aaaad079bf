/*
 * URLs in running text: RFC 1738 appendix, RFC 2396 appendix E, RFC 3986 appendix C. This is the only module that
 * accepts white space in a URL.
 */

export type { ExtractedRange, ExtractedUrl, InvalidUrl, Mode } from "./candidate.ts";
export { extract } from "./extract.ts";
export type { ExtractOptions } from "./options.ts";
export { type WrapOptions, wrap } from "./wrap.ts";
