/*
 * URLs in running text: RFC 1738 appendix, RFC 2396 appendix E, RFC 3986 appendix C. The only place where white space in
 * a URL is forgiven.
 */

export { extract } from "./extract.ts";
export type { ExtractedUrl, Mode, Place, RefusedUrl } from "./found.ts";
export type { ExtractOptions } from "./options.ts";
export { type WrapOptions, wrap } from "./wrap.ts";
